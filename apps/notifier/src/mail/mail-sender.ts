import { Inject, Injectable } from '@nestjs/common';
import { readMailSender } from '@questp/messages/integrations';
import { Bus, CONFIG, LOGGER, type Logger } from '@questp/service';
import type { Config } from '../shared/config.js';

/** Together with its deadline, shorter than the 5 s within which a change reaches every replica. */
const KEPT_MS = 2_000;

export interface Sender {
  smtpUrl: string;
  from: string;
  /** True if the server comes from the credential email_sender, false if it comes from the environment. */
  isStored: boolean;
}

/**
 * Settings of the mail server: those that integrations returns; if it is unavailable, those it returned last; otherwise
 * those of the environment.
 */
@Injectable()
export class MailSender {
  private known: Sender;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.known = this.environment();
  }

  async current(): Promise<Sender> {
    return performance.now() - this.askedAt >= KEPT_MS ? this.latest() : this.known;
  }

  /** Asks integrations now. */
  async latest(): Promise<Sender> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    await this.asking;
    return this.known;
  }

  private async ask(): Promise<void> {
    try {
      const { smtpUrl, from } = await this.bus.call(readMailSender, {});
      const fromEnvironment = this.environment();
      this.known = smtpUrl === null ? fromEnvironment : { smtpUrl, from: from ?? fromEnvironment.from, isStored: true };
    } catch (error) {
      this.logger.warn({ err: error }, 'integrations cannot be reached for the settings of the mail server');
    }
    this.askedAt = performance.now();
  }

  private environment(): Sender {
    return { smtpUrl: this.config.SMTP_URL, from: this.config.MAIL_FROM, isStored: false };
  }
}
