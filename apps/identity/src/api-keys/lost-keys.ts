import { Injectable } from '@nestjs/common';
import { endApiKeys } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { Revocations } from '../security/sessions/revocations.js';
import { LostKeysRepository, type KeysToRevoke } from './lost-keys.repository.js';

/** Revokes the API keys of a removed member and of an archived project, and prevents new ones. */
@Injectable()
export class LostKeys {
  constructor(
    private readonly database: Database,
    private readonly lostKeysRepository: LostKeysRepository,
    private readonly auditRepository: AuditRepository,
    private readonly revocations: Revocations,
  ) {}

  /** Revokes existing keys before the reply to the change; the event of the change prevents new ones. */
  @Rpc(endApiKeys)
  async end({ projectId, userId }: RequestOf<typeof endApiKeys>): Promise<null> {
    const lost = { projectId, reason: userId === null ? 'project_archived' : 'maker_left', createdBy: userId } as const;
    const ended = await this.database.transaction(async (tx) => {
      await this.lostKeysRepository.lock(tx, projectId);
      await this.revoke(tx, lost);
      // The event may have revoked them first, without a broadcast.
      return this.lostKeysRepository.justRevoked(tx, lost);
    });
    for (const id of ended) await this.revocations.publish({ family: 'api_key', id });
    return null;
  }

  async memberRemoved(tx: Tx, projectId: string, userId: string): Promise<void> {
    await this.lostKeysRepository.lock(tx, projectId);
    await this.lostKeysRepository.addFormerMember(tx, projectId, userId);
    await this.revoke(tx, { projectId, reason: 'maker_left', createdBy: userId });
  }

  /** Allows new keys again; revoked ones stay revoked. */
  async memberAdded(tx: Tx, projectId: string, userId: string): Promise<void> {
    await this.lostKeysRepository.dropFormerMember(tx, projectId, userId);
  }

  async projectArchived(tx: Tx, projectId: string): Promise<void> {
    await this.lostKeysRepository.lock(tx, projectId);
    await this.lostKeysRepository.addArchivedProject(tx, projectId);
    await this.revoke(tx, { projectId, reason: 'project_archived', createdBy: null });
  }

  private async revoke(tx: Tx, lost: KeysToRevoke): Promise<void> {
    const actor = { type: 'system', id: null } as const;
    for (const { id, name } of await this.lostKeysRepository.revoke(tx, lost)) {
      const details = { projectId: lost.projectId, name, reason: lost.reason };
      await this.auditRepository.add(tx, {
        action: 'api_key.revoked',
        actor,
        subjectId: id,
        client: undefined,
        details,
      });
      await this.revocations.record(tx, { family: 'api_key', id });
    }
  }
}
