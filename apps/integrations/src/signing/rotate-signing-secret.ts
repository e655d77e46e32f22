import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { rotateSigningSecret } from '@questp/messages/integrations';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { Secret, Vault } from '@questp/vault';
import { ProjectAccess } from '../access/project-access.js';
import { newSigningSecret } from './sign-request.js';
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
    const seal = (field: string, secret: Secret) => ({
      [field]: this.vault.seal(placeOf({ projectId }, field), secret),
    });
    const secret = newSigningSecret();
    const current = before?.fields['current'];
    const fields = {
      ...seal('current', new Secret(secret)),
      ...(current && seal('previous', this.vault.open(placeOf({ projectId }, 'current'), current))),
    };
    const row = await this.signingSecretsRepository.store(tx, projectId, fields, userId);
    const action = before === undefined ? 'signing_secret.created' : 'signing_secret.rotated';
    await emit(tx, 'project.integration_changed', projectId, { projectId, action, details: {}, userId });
    return { signingSecret: toSigningSecret(row), secret };
  }
}
