import { Injectable } from '@nestjs/common';
import { queueOperatorAlert } from '@questp/events';
import { Database } from '@questp/postgres';
import { BackgroundWorker, Counter, metrics, newCallContext, runInOwnContext } from '@questp/service';
import { MailTransport } from './mail-transport.js';
import { MailRepository, type QueuedMail } from './mail.repository.js';
import { isHardBounce, isRefusedForGood } from './refusal.js';
import { isLastTry } from './retry-delays.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import { UserAddresses } from './user-addresses.js';

const AT_ONCE = 5;
const IDLE_MS = 1_000;
const FAILED_MS = 5_000;

const tries = new Counter({
  name: 'questp_mails_total',
  help: 'Tries to send a mail: sent, retried later, or failed for good; alert when failed grows',
  labelNames: ['outcome'],
  registers: [metrics],
});

/**
 * Sends queued mails in the background, in every replica. A mail fails when its tries of 15 hours are used up, when the
 * server rejects it permanently, or when it expires. An address that the server does not know is suppressed.
 */
@Injectable()
export class MailWorker extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly mailRepository: MailRepository,
    private readonly suppressionsRepository: SuppressionsRepository,
    private readonly userAddresses: UserAddresses,
    private readonly mailTransport: MailTransport,
  ) {
    super({ name: 'mail', idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  async execute(): Promise<boolean> {
    const mails = await this.mailRepository.claim(AT_ONCE);
    // Only mails to users need the lookup of addresses, and fail with it.
    const addresses = this.userAddresses.of(mails.flatMap(({ userId, expired }) => (expired ? [] : (userId ?? []))));
    await Promise.all(mails.map((mail) => this.sendInContext(mail, addresses)));
    return mails.length === AT_ONCE;
  }

  /** Continues the trace and request id of the request that ordered the mail. */
  private sendInContext(mail: QueuedMail, addresses: Promise<Map<string, string>>): Promise<void> {
    const { requestId, traceparent } = mail;
    const start = { name: 'send mail', kind: 'producer' } as const;
    const context = newCallContext(requestId ?? undefined, traceparent ?? undefined, start);
    return runInOwnContext(context, () => this.send(mail, addresses));
  }

  private async send(mail: QueuedMail, addresses: Promise<Map<string, string>>): Promise<void> {
    let { recipient } = mail;
    try {
      if (mail.expired) throw new Withheld('it expired before a mail server was known to have taken it');
      recipient ??= (await addresses).get(mail.userId as string) ?? null;
      if (recipient === null) return await this.mailRepository.drop(mail.id);
      if (await this.suppressionsRepository.has(recipient)) {
        throw new Withheld('the recipient gets no mails since its server refused them for good');
      }
      await this.mailTransport.send({ ...mail, recipient });
    } catch (error) {
      return this.fail(mail, recipient, error);
    }
    tries.inc({ outcome: 'sent' });
    this.logger.debug({ mail: mail.id, attempts: mail.attempts }, 'mail sent');
    await this.mailRepository.markSent(mail.id);
  }

  private async fail({ id, attempts }: QueuedMail, recipient: string | null, error: unknown): Promise<void> {
    const final = isLastTry(attempts) || isRefusedForGood(error) || error instanceof Withheld;
    const lastError = error instanceof Error ? error.message : String(error);
    // Servers repeat the address in errors; nothing of it is stored for mails to a user.
    const reason = lastError
      .replaceAll('\0', '')
      .replaceAll(recipient ?? '\0', '(recipient)')
      .slice(0, 500);
    tries.inc({ outcome: final ? 'failed' : 'retried' });
    this.logger[final ? 'error' : 'warn']({ mail: id, attempts, reason }, 'mail not sent');
    await this.database.transaction(async (tx) => {
      await this.mailRepository.markFailed(tx, id, reason, final);
      if (final) await queueOperatorAlert(tx, 'mail.given_up', 'mails', { mailId: id });
      if (recipient !== null && isHardBounce(error)) await this.suppressionsRepository.add(tx, recipient, reason);
    });
  }
}

/** Why a mail is not sent. */
class Withheld extends Error {}
