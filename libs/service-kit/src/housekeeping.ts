import { Interval } from '@nestjs/schedule';
import { purgeInbox } from '@questp/events';
import { purgeIdempotencyKeys, type Database } from '@questp/postgres';
import type { Logger } from '@questp/service';
import type { Purges } from './service-definition.js';

const MINUTE_MS = 60_000;

/** Deletes expired rows. Every replica does so; deleting is idempotent. */
export class Housekeeping {
  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly own: () => Purges,
  ) {}

  @Interval(MINUTE_MS)
  async purge(): Promise<void> {
    const purges: Purges = {
      idempotencyKeys: () => purgeIdempotencyKeys(this.db),
      inbox: () => purgeInbox(this.db),
      ...this.own(),
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
