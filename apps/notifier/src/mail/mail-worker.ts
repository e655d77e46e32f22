import { Inject, Injectable } from '@nestjs/common';
import {
  BackgroundWorker,
  Counter,
  LOGGER,
  metrics,
  newCallContext,
  runInOwnContext,
  type Logger,
} from '@questp/service';
import { MailTransport } from './mail-transport.js';
import { MailRepository, type QueuedMail } from './mail.repository.js';
import { isRefusedForGood } from './refusal.js';
import { isLastTry } from './retry-delays.js';

const AT_ONCE = 5;
const IDLE_MS = 1_000;
const FAILED_MS = 5_000;

const tries = new Counter({
  name: 'questp_mails_total',
  help: 'Tries to send a mail: sent, retried later, or failed for good; alert when failed grows',
  labelNames: ['outcome'],
  registers: [metrics],
});

/** Sends queued mails in the background, beside other replicas. A mail that keeps failing is given up after 15 h, one that the server refuses for good at once. */
@Injectable()
export class MailWorker extends BackgroundWorker {
  constructor(
    private readonly mails: MailRepository,
    private readonly transport: MailTransport,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ name: 'mail', logger, idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  async run(): Promise<boolean> {
    const mails = await this.mails.claim(AT_ONCE);
    await Promise.all(mails.map((mail) => this.sendInContext(mail)));
    return mails.length === AT_ONCE;
  }

  /** Goes on in the trace and under the id of the request that the mail comes from. */
  private sendInContext(mail: QueuedMail): Promise<void> {
    const { requestId, traceparent } = mail;
    const start = { name: 'send mail', kind: 'producer' } as const;
    const context = newCallContext(requestId ?? undefined, traceparent ?? undefined, start);
    return runInOwnContext(context, () => this.send(mail));
  }

  private async send(mail: QueuedMail): Promise<void> {
    try {
      await this.transport.send(mail);
    } catch (error) {
      const final = isLastTry(mail.attempts) || isRefusedForGood(error);
      const reason = error instanceof Error ? error.message : String(error);
      tries.inc({ outcome: final ? 'failed' : 'retried' });
      this.logger[final ? 'error' : 'warn']({ mail: mail.id, attempts: mail.attempts, reason }, 'mail not sent');
      await this.mails.markFailed(mail.id, reason.replaceAll('\0', '').slice(0, 500), final);
      return;
    }
    tries.inc({ outcome: 'sent' });
    this.logger.debug({ mail: mail.id, attempts: mail.attempts }, 'mail sent');
    await this.mails.markSent(mail.id);
  }
}
