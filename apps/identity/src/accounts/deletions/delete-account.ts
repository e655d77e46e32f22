import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { deleteOwnAccount } from '@questp/messages/identity';
import { AppError, type ClientInfo, type RequestOf } from '@questp/messages/language';
import { reserveAccountDeletion } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { requireNotMoved } from '../../shared/undoable-merges.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { OrderMails } from '../../security/mailed-codes/order-mails.js';
import { MethodHashesRepository } from '../../security/method-hashes/method-hashes.repository.js';
import { Revocations } from '../../security/sessions/revocations.js';
import { SessionsRepository } from '../../security/sessions/sessions.repository.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { AccountDeletionsRepository } from './account-deletions.repository.js';

/**
 * Three steps; `FinishDeletions` resumes after a crash in any of them: record the request, have quests-verify stop the
 * account from earning and joining teams, erase the account. From the second step on, a deletion cannot be cancelled.
 */
@Injectable()
export class DeleteAccount {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly orderMails: OrderMails,
    private readonly accountDeletionsRepository: AccountDeletionsRepository,
    private readonly methodHashesRepository: MethodHashesRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(deleteOwnAccount)
  async execute({ userId, client }: RequestOf<typeof deleteOwnAccount>): Promise<null> {
    await this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      await requireNotMoved(tx, userId, () => true);
      await this.accountDeletionsRepository.begin(tx, userId);
    });
    await this.finish(userId, client);
    return null;
  }

  /** Completes a recorded deletion. */
  async finish(userId: string, client?: ClientInfo): Promise<void> {
    const methodHashes = await this.methodHashesRepository.of(this.database, userId);
    try {
      await this.bus.call(reserveAccountDeletion, { userId, methodHashes });
    } catch (error) {
      // A refusal is final; without a reply it is tried again.
      if (error instanceof AppError && error.status < 500) {
        await this.database.transaction((tx) => this.accountDeletionsRepository.end(tx, userId));
      }
      throw error;
    }
    const erased = await this.erase(userId, client);
    this.orderMails.wake();
    for (const id of erased) await this.revocations.publish({ family: 'user', id });
  }

  private erase(userId: string, client: ClientInfo | undefined): Promise<string[]> {
    return this.database.transaction(async (tx) => {
      if ((await this.usersRepository.lockStatus(tx, userId)) === 'deleted') return [userId];
      const accounts = await this.accountDeletionsRepository.withAbsorbed(tx, userId);
      for (const id of accounts) {
        await this.accountDeletionsRepository.erase(tx, id);
        await this.sessionsRepository.endAll(tx, 'user', id);
        await this.revocations.record(tx, { family: 'user', id });
        await this.userChanges.updated(tx, id);
        await emit(tx, 'account.deleted', id, { userId: id });
        const actor = { type: 'user', id: userId } as const;
        await this.auditRepository.add(tx, { action: 'user.deleted', actor, subjectId: id, client });
      }
      await this.accountDeletionsRepository.end(tx, userId);
      return accounts;
    }, 'identity.delete');
  }
}
