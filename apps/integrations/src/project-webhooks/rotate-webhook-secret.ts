import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { rotateWebhookSecret } from '@questp/messages/integrations';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { Vault } from '@questp/vault';
import { ProjectAccess } from '../access/project-access.js';
import { rotate } from '../signing/rotating-secret.js';
import { placeOf, ProjectWebhooksRepository, toWebhook } from './project-webhooks.repository.js';

type Reply = ReplyOf<typeof rotateWebhookSecret>;

@Injectable()
export class RotateWebhookSecret {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly projectWebhooksRepository: ProjectWebhooksRepository,
    private readonly vault: Vault,
  ) {}

  /** NOT_FOUND, INVALID_TRANSITION */
  @Rpc(rotateWebhookSecret)
  async execute(request: RequestOf<typeof rotateWebhookSecret>): Promise<Reply> {
    const withoutSecret = (reply: Reply): Reply => ({ ...reply, secret: null });
    return this.database.transaction((tx) =>
      idempotent(tx, request.idempotency, () => this.rotate(tx, request), withoutSecret),
    );
  }

  private async rotate(
    tx: Tx,
    { projectId, webhookId, userId }: RequestOf<typeof rotateWebhookSecret>,
  ): Promise<Reply> {
    await this.projectAccess.lockOpen(tx, projectId, userId);
    const before = await this.projectWebhooksRepository.get({ projectId, id: webhookId }, tx);
    const { secret, fields } = rotate(this.vault, (field) => placeOf(before, field), before.fields);
    const row = await this.projectWebhooksRepository.replaceSecret(tx, webhookId, fields);
    const change = { projectId, action: 'webhook.secret_rotated', details: { webhookId }, userId } as const;
    await emit(tx, 'project.integration_changed', projectId, change);
    return { webhook: toWebhook(row), secret };
  }
}
