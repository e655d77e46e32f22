import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { getMergeObjection, objectToMerge, type MergeObjection } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, iso } from '@questp/postgres';
import { hashSecret, Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { AccountMergesRepository, type MergeRow } from './account-merges.repository.js';

const toObjection = ({ mergedAt, undoableUntil, objectedAt }: MergeRow): MergeObjection => ({
  mergedAt: iso(mergedAt) as string,
  undoableUntil: iso(undoableUntil) as string,
  objectedAt: iso(objectedAt),
});

@Injectable()
export class ObjectToMerge {
  constructor(
    private readonly database: Database,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** NOT_FOUND for an unknown token. */
  @Rpc(getMergeObjection)
  async show({ objectionToken }: RequestOf<typeof getMergeObjection>): Promise<MergeObjection> {
    return toObjection(await this.accountMergesRepository.ofObjection(this.database, hashSecret(objectionToken)));
  }

  /** Records the first objection and alerts operators. */
  @Rpc(objectToMerge)
  async object({ objectionToken, client }: RequestOf<typeof objectToMerge>): Promise<MergeObjection> {
    return this.database.transaction(async (tx) => {
      const { id } = await this.accountMergesRepository.ofObjection(tx, hashSecret(objectionToken));
      const merge = await this.accountMergesRepository.lock(tx, id);
      const { survivorId, absorbedId, state, undoableUntil, isOver } = merge;
      if (merge.objectedAt !== null) return toObjection(merge);
      if (isOver || !['moving', 'done'].includes(state)) throw new AppError('MERGE_NOT_UNDOABLE');
      await this.accountMergesRepository.object(tx, id);
      const details = { mergeId: id, survivorId, absorbedId };
      const actor = { type: 'anonymous', id: null } as const;
      await this.auditRepository.add(tx, {
        action: 'user.merge_objected',
        actor,
        subjectId: absorbedId,
        client,
        details,
      });
      await emit(tx, 'account.merge_objected', survivorId, { ...details, undoableUntil: iso(undoableUntil) as string });
      return toObjection(await this.accountMergesRepository.get(tx, id));
    });
  }
}
