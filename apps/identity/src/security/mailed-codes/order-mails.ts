import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { eraseMailAddress, orderMail } from '@questp/messages/notifier';
import { Database, newId, type Tx } from '@questp/postgres';
import { BackgroundWorker, Bus, newCallContext, RowTurns, runInOwnContext } from '@questp/service';
import { newMergeNotice } from './merge-notice.js';
import { isOperator } from './account-address.js';
import { newEmailCode } from './email-code.js';
import { EmailChallengesRepository } from './email-challenges.repository.js';
import { ERASE, MailOrdersRepository, type MailOrder } from './mail-orders.repository.js';

/** Interval at which orders are retried that a crashed replica left, or that the notifier did not accept. */
const IDLE_MS = 1_000;

/**
 * Hands mails to the notifier, which stores them. Codes and tokens are created here, so that no table of identity and
 * no event contains them. If a round is repeated because its reply or commit was lost, the next mail has another code
 * or token, and the last one is valid.
 */
@Injectable()
export class OrderMails extends BackgroundWorker {
  private readonly turns = new RowTurns();

  constructor(
    private readonly database: Database,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly bus: Bus,
  ) {
    super({ name: 'mail-orders', idleMs: IDLE_MS });
  }

  /** Called after the commit of an order. */
  wake(): void {
    this.loop.wake();
  }

  execute(): Promise<boolean> {
    return this.turns.run((passedOver, onTaken) =>
      this.database.transaction(async (tx) => {
        const order = await this.mailOrdersRepository.take(tx, passedOver);
        if (order === undefined) return false;
        onTaken(order.id);
        const start = { name: 'order mail', kind: 'producer' } as const;
        const context = newCallContext(order.requestId ?? undefined, order.traceparent ?? undefined, start);
        await runInOwnContext(context, () => this.hand(tx, order)).catch((error: unknown) => {
          // A repeated order would be refused again and block all later mails.
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          this.logger.error({ err: error, template: order.template }, 'mail refused by the notifier');
        });
        await this.mailOrdersRepository.remove(tx, order.id);
        return true;
      }),
    );
  }

  private async hand(tx: Tx, { id, challengeId, mergeId, ...order }: MailOrder): Promise<void> {
    const { recipient, template, family } = order;
    if (template === ERASE) return void (await this.bus.call(eraseMailAddress, { recipient }));
    // Looked up here and not in the request for a code, whose response time would reveal whether the address has an
    // account.
    if (template === 'operator_password_code' && !(await isOperator(tx, recipient))) return;
    const mail = { recipient, template, family, expiresAt: order.expiresAt.toISOString() };
    if (mergeId !== null) {
      return this.call({ ...mail, mailId: newId(), code: null, merge: await newMergeNotice(tx, mergeId) });
    }
    if (challengeId === null) return this.call({ ...mail, mailId: id, code: null });
    const code = newEmailCode(await this.emailChallengesRepository.numberOf(tx, challengeId));
    await this.call({ ...mail, mailId: newId(), code, ...(order.quest && { quest: order.quest }) });
    await this.emailChallengesRepository.setCode(tx, challengeId, code);
  }

  private async call(mail: RequestOf<typeof orderMail>): Promise<void> {
    await this.bus.call(orderMail, mail);
  }
}
