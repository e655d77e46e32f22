import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { purgeInbox } from '@questp/events';
import { Database, purgeIdempotencyKeys } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import { CredentialAttemptsRepository } from '../admins/credential-attempts.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { ChallengesRepository } from '../wallets/challenges.repository.js';

const MINUTE_MS = 60_000;

/** Deletes what is past its time. Every replica does so; deleting twice is deleting once. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly db: Database,
    private readonly challenges: ChallengesRepository,
    private readonly sessions: SessionsRepository,
    private readonly attempts: CredentialAttemptsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(MINUTE_MS)
  async purge(): Promise<void> {
    const purges = {
      challenges: () => this.challenges.purge(),
      userSessions: () => this.sessions.purge('user'),
      adminSessions: () => this.sessions.purge('admin'),
      credentialAttempts: () => this.attempts.purge(),
      idempotencyKeys: () => purgeIdempotencyKeys(this.db),
      inbox: () => purgeInbox(this.db),
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
