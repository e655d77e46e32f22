import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { purgeInbox } from '@questp/events';
import { Database, purgeIdempotencyKeys } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import { ChecksRepository } from '../verification/checks.repository.js';
import { HousekeepingRepository } from './housekeeping.repository.js';

const TEN_MINUTES_MS = 600_000;

/** Deletes what is past its time. Every replica does so; deleting twice is deleting once. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly db: Database,
    private readonly rows: HousekeepingRepository,
    private readonly checks: ChecksRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(TEN_MINUTES_MS)
  async purge(): Promise<void> {
    const purges = {
      idempotencyKeys: () => purgeIdempotencyKeys(this.db),
      inbox: () => purgeInbox(this.db),
      visits: () => this.rows.purgeVisits(),
      attestations: () => this.rows.purgeAttestations(),
      codeAttempts: () => this.rows.purgeCodeAttempts(),
      refusedChecks: () => this.checks.purgeRefused(),
    };
    for (const [what, purge] of Object.entries(purges)) {
      try {
        const rows = await purge();
        if (rows > 0) this.logger.info({ what, rows }, 'purged');
      } catch (error) {
        this.logger.warn({ err: error, what }, 'not purged');
      }
    }
  }
}
