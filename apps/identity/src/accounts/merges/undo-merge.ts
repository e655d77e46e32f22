import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { undoMerge, type AdminAccountMerge } from '@questp/messages/identity';
import { AppError, type RequestOf, type UserStatus } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { SessionsRepository } from '../../security/sessions/sessions.repository.js';
import { Revocations } from '../../security/sessions/revocations.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { SignInMethodsRepository } from '../../sign-in-methods/sign-in-methods.repository.js';
import { AccountMergesRepository, toAdminAccountMerge, type MergeRow } from './account-merges.repository.js';
import { MergedMethodsRepository } from './merged-methods.repository.js';
import type { MovedMethods } from '../../shared/undoable-merges.js';

@Injectable()
export class UndoMerge {
  constructor(
    private readonly database: Database,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly mergedMethodsRepository: MergedMethodsRepository,
    private readonly signInMethodsRepository: SignInMethodsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(undoMerge)
  async execute({ mergeId, adminId, client }: RequestOf<typeof undoMerge>): Promise<AdminAccountMerge> {
    const undone = await this.database.transaction(async (tx): Promise<MergeRow> => {
      const { survivorId, absorbedId } = await this.accountMergesRepository.get(tx, mergeId);
      // Before the merge, as its confirmation locks them.
      const statuses = await this.usersRepository.lockBoth(tx, survivorId, absorbedId);
      const merge = await this.accountMergesRepository.lock(tx, mergeId);
      const { state } = merge;
      if (state === 'undoing' || state === 'undone') return merge;
      const isMerged = state === 'moving' || state === 'done';
      // If the survivor was merged into a third account, that merge has to be undone first.
      const isSurvivor = !['merged', 'deleted'].includes(statuses.get(survivorId) as UserStatus);
      if (!isMerged || merge.isOver || !isSurvivor) throw new AppError('MERGE_NOT_UNDOABLE');
      await this.mergedMethodsRepository.giveBack(tx, survivorId, absorbedId, merge.moved as MovedMethods);
      await this.signInMethodsRepository.requireOne(tx, survivorId);
      await this.usersRepository.setActive(tx, absorbedId);
      await this.accountMergesRepository.undoing(tx, mergeId);
      for (const id of [survivorId, absorbedId]) {
        await this.userChanges.updated(tx, id);
        await this.revocations.record(tx, { family: 'user', id });
        await this.sessionsRepository.endAll(tx, 'user', id);
        const actor = { type: 'admin', id: adminId } as const;
        const details = { mergeId, survivorId, absorbedId };
        await this.auditRepository.add(tx, { action: 'user.merge_undone', actor, subjectId: id, client, details });
      }
      await emit(tx, 'account.merge_undone', survivorId, { mergeId, survivorId, absorbedId });
      return this.accountMergesRepository.get(tx, mergeId);
    });
    for (const id of [undone.survivorId, undone.absorbedId]) await this.revocations.publish({ family: 'user', id });
    return toAdminAccountMerge(undone);
  }
}
