import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { rotateSigningSecret } from '@questp/messages/integrations';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { Vault } from '@questp/vault';
import { ProjectAccess } from '../access/project-access.js';
import { rotate } from './rotating-secret.js';
import { placeOf, SigningSecretsRepository, toSigningSecret } from './signing-secrets.repository.js';

type Reply = ReplyOf<typeof rotateSigningSecret>;

@Injectable()
export class RotateSigningSecret {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly signingSecretsRepository: SigningSecretsRepository,
    private readonly vault: Vault,
  ) {}

  @Rpc(rotateSigningSecret)
  async execute(request: RequestOf<typeof rotateSigningSecret>): Promise<Reply> {
    const withoutSecret = (reply: Reply): Reply => ({ ...reply, secret: null });
    return this.database.transaction((tx) =>
      idempotent(tx, request.idempotency, () => this.rotate(tx, request), withoutSecret),
    );
  }

  private async rotate(tx: Tx, { projectId, userId }: RequestOf<typeof rotateSigningSecret>): Promise<Reply> {
    await this.projectAccess.lockOpen(tx, projectId, userId);
    const before = await this.signingSecretsRepository.get(projectId, tx);
    const { secret, fields } = rotate(this.vault, (field) => placeOf({ projectId }, field), before?.fields);
    const row = await this.signingSecretsRepository.store(tx, projectId, fields, userId);
    const action = before === undefined ? 'signing_secret.created' : 'signing_secret.rotated';
    await emit(tx, 'project.integration_changed', projectId, { projectId, action, details: {}, userId });
    return { signingSecret: toSigningSecret(row), secret };
  }
}
