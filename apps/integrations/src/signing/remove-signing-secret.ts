import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { removeSigningSecret } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAccess } from '../access/project-access.js';
import { SigningSecretsRepository } from './signing-secrets.repository.js';

@Injectable()
export class RemoveSigningSecret {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly signingSecretsRepository: SigningSecretsRepository,
  ) {}

  @Rpc(removeSigningSecret)
  async execute({ projectId, userId }: RequestOf<typeof removeSigningSecret>): Promise<null> {
    await this.database.transaction(async (tx) => {
      await this.projectAccess.lock(tx, projectId);
      await this.projectAccess.requireAdmin(projectId, userId);
      await this.forget(tx, projectId, userId);
    });
    return null;
  }

  /** The caller has locked the project. @param userId the acting member; null: the project is removed */
  async forget(tx: Tx, projectId: string, userId: string | null): Promise<void> {
    if (!(await this.signingSecretsRepository.remove(tx, projectId))) return;
    const action = 'signing_secret.removed';
    await emit(tx, 'project.integration_changed', projectId, { projectId, action, details: {}, userId });
  }
}
