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
    private readonly db: Database,
    private readonly merges: AccountMergesRepository,
    private readonly methods: MergedMethodsRepository,
    private readonly signInMethods: SignInMethodsRepository,
    private readonly users: UsersRepository,
    private readonly changes: UserChanges,
    private readonly sessions: SessionsRepository,
    private readonly revocations: Revocations,
    private readonly audit: AuditRepository,
  ) {}

  @Rpc(undoMerge)
  async execute({ mergeId, adminId, client }: RequestOf<typeof undoMerge>): Promise<AdminAccountMerge> {
    const undone = await this.db.transaction(async (tx): Promise<MergeRow> => {
      const { survivorId, absorbedId } = await this.merges.get(tx, mergeId);
      // Before the merge, as its confirmation locks them.
      const statuses = await this.users.lockBoth(tx, survivorId, absorbedId);
      const merge = await this.merges.lock(tx, mergeId);
      const { state } = merge;
      if (state === 'undoing' || state === 'undone') return merge;
      const isMerged = state === 'moving' || state === 'done';
      // If the survivor was merged into a third account, that merge has to be undone first.
      const isSurvivor = !['merged', 'deleted'].includes(statuses.get(survivorId) as UserStatus);
      if (!isMerged || merge.isOver || !isSurvivor) throw new AppError('MERGE_NOT_UNDOABLE');
      await this.methods.giveBack(tx, survivorId, absorbedId, merge.moved as MovedMethods);
      await this.signInMethods.requireOne(tx, survivorId);
      await this.users.setActive(tx, absorbedId);
      await this.merges.undoing(tx, mergeId);
      for (const id of [survivorId, absorbedId]) {
        await this.changes.updated(tx, id);
        await this.revocations.record(tx, { family: 'user', id });
        await this.sessions.endAll(tx, 'user', id);
        const actor = { type: 'admin', id: adminId } as const;
        const details = { mergeId, survivorId, absorbedId };
        await this.audit.add(tx, { action: 'user.merge_undone', actor, subjectId: id, client, details });
      }
      await emit(tx, 'account.merge_undone', survivorId, { mergeId, survivorId, absorbedId });
      return this.merges.get(tx, mergeId);
    });
    for (const id of [undone.survivorId, undone.absorbedId]) await this.revocations.publish({ family: 'user', id });
    return toAdminAccountMerge(undone);
  }
}
