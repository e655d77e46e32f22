import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { confirmMerge, type AccountMerge } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { releaseAccountMerge, reserveAccountMerge } from '@questp/messages/quests';
import { Database, type Tx } from '@questp/postgres';
import { Bus, currentContext, newCallContext, Rpc, runInOwnContext } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { OrderMails } from '../../security/mailed-codes/order-mails.js';
import { SessionsRepository } from '../../security/sessions/sessions.repository.js';
import { Revocations } from '../../security/sessions/revocations.js';
import { TwoFactorRepository } from '../../security/two-factor/two-factor.repository.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { AccountMergesRepository, toAccountMerge, type MergeRow } from './account-merges.repository.js';
import { MergeOffersRepository } from '../../sign-in-methods/merge-offers.repository.js';
import { MergedMethodsRepository } from './merged-methods.repository.js';

type Confirmation = RequestOf<typeof confirmMerge>;

/**
 * Three steps; a crash before the last one is recovered by `release`: record the merge, have quests-verify stop the
 * absorbed account from earning and joining teams, commit the merge.
 */
@Injectable()
export class MergeAccounts {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly mergeOffersRepository: MergeOffersRepository,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly mergedMethodsRepository: MergedMethodsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly orderMails: OrderMails,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly twoFactorRepository: TwoFactorRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(confirmMerge)
  async confirm(request: Confirmation): Promise<AccountMerge> {
    const merge = await this.begin(request);
    if (merge.state !== 'reserving') return toAccountMerge(merge);
    const { id: mergeId, survivorId, absorbedId } = merge;
    try {
      await this.bus.call(reserveAccountMerge, { mergeId, survivorId, absorbedId });
      const merged = await this.commit(request, absorbedId);
      this.orderMails.wake();
      for (const id of [survivorId, absorbedId]) await this.revocations.publish({ family: 'user', id });
      return toAccountMerge(merged);
    } catch (error) {
      // Without a reply, the outcome is unknown: the merge is released later, once the caller had time to retry.
      const isKnown = error instanceof AppError && (error.status < 500 || error.code === 'SERVICE_UNAVAILABLE');
      if (isKnown) await this.giveUp(mergeId);
      throw error;
    }
  }

  /** Releases both accounts of a merge that will not be committed. */
  async release(mergeId: string): Promise<void> {
    await this.bus.call(releaseAccountMerge, { mergeId });
    await this.database.transaction((tx) => this.accountMergesRepository.remove(tx, mergeId));
  }

  /**
   * The last of several concurrent confirmations releases the accounts; the others may still be reserving them. Runs
   * with the rights of the service, because the session that confirmed may have ended.
   */
  private async giveUp(mergeId: string): Promise<void> {
    const request = currentContext();
    const start = { name: 'release merge', kind: 'internal' } as const;
    await runInOwnContext(newCallContext(request?.requestId, request?.traceparent, start), async () => {
      const isLast = await this.database.transaction((tx) => this.accountMergesRepository.giveUp(tx, mergeId));
      if (isLast) await this.release(mergeId);
    });
  }

  private begin(request: Confirmation): Promise<MergeRow> {
    const { userId, sessionId, offerId } = request;
    return this.withBoth(request, '', async (tx) => {
      const { absorbedId } =
        (await this.accountMergesRepository.find(tx, offerId)) ??
        (await this.mergeOffersRepository.get(tx, userId, sessionId, offerId));
      await this.accountMergesRepository.join(tx, offerId, userId);
      const known = await this.accountMergesRepository.find(tx, offerId);
      if (known?.survivorId === userId) {
        if (known.state === 'releasing') throw new AppError('ACCOUNT_MERGING');
        return known;
      }
      await this.requireMergeable(tx, request);
      for (const id of [userId, absorbedId]) {
        if (await this.accountMergesRepository.isMerging(tx, id)) throw new AppError('ACCOUNT_MERGING');
      }
      await this.accountMergesRepository.begin(tx, offerId, userId, absorbedId);
      return this.accountMergesRepository.get(tx, offerId);
    });
  }

  private commit(request: Confirmation, absorbedId: string): Promise<MergeRow> {
    const { userId: survivorId, offerId, client } = request;
    return this.withBoth(request, 'identity.merge', async (tx) => {
      const { state } = await this.accountMergesRepository.lock(tx, offerId);
      if (state === 'releasing') throw new AppError('ACCOUNT_MERGING');
      if (state === 'reserving') {
        await this.requireMergeable(tx, request);
        const moved = await this.mergedMethodsRepository.move(tx, survivorId, absorbedId);
        await this.accountMergesRepository.merged(tx, offerId, moved);
        await this.mailOrdersRepository.addMergeNotices(tx, offerId);
        await this.usersRepository.setMerged(tx, absorbedId);
        for (const id of [survivorId, absorbedId]) {
          await this.userChanges.updated(tx, id);
          await this.revocations.record(tx, { family: 'user', id });
          await this.sessionsRepository.endAll(tx, 'user', id);
          const actor = { type: 'user', id: survivorId } as const;
          const details = { mergeId: offerId, survivorId, absorbedId };
          await this.auditRepository.add(tx, { action: 'user.merged', actor, subjectId: id, client, details });
        }
        await emit(tx, 'account.merged', survivorId, { mergeId: offerId, survivorId, absorbedId });
      }
      return this.accountMergesRepository.get(tx, offerId);
    });
  }

  /**
   * Locks both accounts in the order of their ids, before the caller is authorised and before the merge is locked:
   * merges in opposite directions do not deadlock.
   */
  private withBoth<T>({ userId, offerId }: Confirmation, label: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(work, label, async (tx) => {
      const absorbedId = await this.accountMergesRepository.absorbedBy(tx, userId, offerId);
      if (absorbedId !== undefined) await this.usersRepository.lockBoth(tx, userId, absorbedId);
    });
  }

  /**
   * Checks in this transaction that both accounts are proven. NOT_FOUND for an ended offer, ACCOUNT_SUSPENDED, TOO_MANY
   * wallets, IDENTITY_IN_USE if the absorbed account has two-factor sign-in.
   */
  private async requireMergeable(tx: Tx, { userId: survivorId, sessionId, offerId }: Confirmation): Promise<void> {
    const { absorbedId } = await this.mergeOffersRepository.get(tx, survivorId, sessionId, offerId);
    for (const userId of [survivorId, absorbedId]) await this.usersRepository.lockActive(tx, userId);
    if (await this.accountMergesRepository.isBeingDeleted(tx, [survivorId, absorbedId]))
      throw new AppError('NOT_FOUND');
    if ((await this.twoFactorRepository.method(tx, absorbedId)) !== undefined) {
      throw new AppError('IDENTITY_IN_USE', { detail: 'Turn off the second step of its sign-in first.' });
    }
    await this.mergedMethodsRepository.requireRoom(tx, survivorId, absorbedId);
  }
}
