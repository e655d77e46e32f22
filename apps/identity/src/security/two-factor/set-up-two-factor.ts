import { Injectable } from '@nestjs/common';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  type RecoveryCodes,
  type TwoFactorSetup,
} from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { UserMail } from '@questp/messages/notifier';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository, type AuditAction } from '../../audit/audit.repository.js';
import { accountAddress } from '../mailed-codes/account-address.js';
import { MailOrdersRepository } from '../mailed-codes/mail-orders.repository.js';
import { OrderMails } from '../mailed-codes/order-mails.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { Revocations } from '../sessions/revocations.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { MailedCodes } from './mailed-codes.js';
import { newRecoveryCodes } from './recovery-codes.js';
import { newTotpSecret, totpUri } from './totp.js';
import { TwoFactorRepository } from './two-factor.repository.js';

type Change = RequestOf<typeof disableTwoFactor>;

/**
 * Changes of the caller's two-factor sign-in. Turning it on or off ends every session, so that each session of an
 * account with it was opened in two steps: a recent session is a recent proof of both.
 */
@Injectable()
export class SetUpTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly twoFactorRepository: TwoFactorRepository,
    private readonly mailedCodes: MailedCodes,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly orderMails: OrderMails,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(beginTwoFactor)
  async begin(request: RequestOf<typeof beginTwoFactor>): Promise<TwoFactorSetup> {
    const { family, ownerId, sessionId, method } = request;
    const secret = method === 'app' ? newTotpSecret() : undefined;
    const address = await this.change(request, async (tx) => {
      if (!(await this.twoFactorRepository.begin(tx, ownerId, secret))) throw new AppError('TWO_FACTOR_ON');
      if (secret === undefined) await this.mailedCodes.send(tx, family, ownerId, sessionId);
      return accountAddress(tx, family, ownerId);
    });
    this.orderMails.wake();
    return secret === undefined ? { secret: null, uri: null } : { secret, uri: totpUri(secret, address ?? ownerId) };
  }

  @Rpc(enableTwoFactor)
  async enable({ code, ...request }: RequestOf<typeof enableTwoFactor>): Promise<RecoveryCodes> {
    const { ownerId, sessionId } = request;
    const recoveryCodes = newRecoveryCodes();
    await this.change(request, async (tx) => {
      const method = await this.twoFactorRepository.begun(tx, ownerId);
      const isRight =
        method === 'app'
          ? await this.twoFactorRepository.takeAppCode(tx, ownerId, code)
          : method === 'email' && (await this.mailedCodes.take(tx, sessionId, code));
      if (!isRight) throw new AppError('SECOND_FACTOR_INVALID');
      await this.twoFactorRepository.enable(tx, ownerId);
      await this.twoFactorRepository.setRecoveryCodes(tx, ownerId, recoveryCodes);
      await this.conclude(tx, request, 'two_factor.enabled', 'two_factor_on');
    });
    await this.announce(request);
    return { recoveryCodes };
  }

  @Rpc(disableTwoFactor)
  async disable(request: Change): Promise<null> {
    await this.change(request, async (tx) => {
      if (!(await this.twoFactorRepository.remove(tx, request.ownerId))) return;
      await this.conclude(tx, request, 'two_factor.disabled', 'two_factor_off');
    });
    await this.announce(request);
    return null;
  }

  @Rpc(renewRecoveryCodes)
  async renewRecoveryCodes(request: RequestOf<typeof renewRecoveryCodes>): Promise<RecoveryCodes> {
    const { ownerId, sessionId } = request;
    const recoveryCodes = newRecoveryCodes();
    await this.change(request, async (tx) => {
      if ((await this.twoFactorRepository.method(tx, ownerId)) === undefined) throw new AppError('TWO_FACTOR_OFF');
      await this.twoFactorRepository.setRecoveryCodes(tx, ownerId, recoveryCodes);
      await this.endSessions(tx, request, 'two_factor.recovery_codes_renewed', sessionId);
      await this.mailOrdersRepository.notify(tx, 'recovery_codes_renewed', request.family, ownerId);
    });
    await this.announce(request);
    return { recoveryCodes };
  }

  /** The transaction of a refusal commits too, so that a wrong code counts. */
  private change<T>({ family, ownerId }: Change, work: (tx: Tx) => Promise<T>): Promise<T> {
    return commitEvenRefused(this.database, '', async (tx) => {
      await this.twoFactorRepository.lockOwner(tx, family, ownerId);
      return work(tx);
    });
  }

  private async conclude(tx: Tx, request: Change, action: AuditAction, mail: UserMail): Promise<void> {
    await this.endSessions(tx, request, action);
    await this.mailOrdersRepository.notify(tx, mail, request.family, request.ownerId);
  }

  private async endSessions(
    tx: Tx,
    { family, ownerId, client }: Change,
    action: AuditAction,
    exceptId?: string,
  ): Promise<void> {
    await this.sessionsRepository.endAll(tx, family, ownerId, exceptId);
    await this.revocations.record(tx, { family, id: ownerId });
    await this.auditRepository.add(tx, { action, actor: { type: family, id: ownerId }, subjectId: ownerId, client });
  }

  private async announce({ family, ownerId }: Change): Promise<void> {
    await this.revocations.publish({ family, id: ownerId });
    this.orderMails.wake();
  }
}
