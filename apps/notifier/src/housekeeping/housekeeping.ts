import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { purgeInbox } from '@questp/events';
import { Database } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import { MailRepository } from '../mail/mail.repository.js';
import { NotificationsRepository } from '../notifications/notifications.repository.js';

const TEN_MINUTES_MS = 600_000;

/** Deletes what is past its time. Every replica does so; deleting twice is deleting once. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly db: Database,
    private readonly notifications: NotificationsRepository,
    private readonly mails: MailRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(TEN_MINUTES_MS)
  async purge(): Promise<void> {
    const purges = {
      inbox: () => purgeInbox(this.db),
      notifications: () => this.notifications.purge(),
      mails: () => this.mails.purge(),
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
