import { Injectable } from '@nestjs/common';
import { TOKEN_PREFIX } from '@questp/messages/access';
import { createApiKey } from '@questp/messages/identity';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { hashSecret, Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { newToken } from '../security/tokens/token.js';
import { toApiKey } from './api-key.js';
import { ApiKeysRepository } from './api-keys.repository.js';

type Reply = ReplyOf<typeof createApiKey>;

const PREVIEW_LENGTH = TOKEN_PREFIX.api_key.length + 6;

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly database: Database,
    private readonly apiKeysRepository: ApiKeysRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  @Rpc(createApiKey)
  async execute(request: RequestOf<typeof createApiKey>): Promise<Reply> {
    const withoutKey = (reply: Reply): Reply => ({ ...reply, key: null });
    return this.database.transaction((tx) =>
      idempotent(tx, request.idempotency, () => this.create(tx, request), withoutKey),
    );
  }

  private async create(tx: Tx, request: RequestOf<typeof createApiKey>): Promise<Reply> {
    const { projectId, userId, name, scopes, client } = request;
    if (await this.apiKeysRepository.isArchived(tx, projectId)) {
      throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
    }
    const key = newToken('api_key');
    const row = await this.apiKeysRepository.insert(tx, {
      projectId,
      name,
      scopes,
      preview: key.slice(0, PREVIEW_LENGTH),
      keyHash: hashSecret(key),
      createdBy: userId,
      expiresAt: request.expiresAt === undefined ? null : new Date(request.expiresAt),
    });
    if (row === undefined) {
      throw new AppError('VALIDATION_FAILED', {
        errors: [{ pointer: '/expiresAt', code: 'RANGE', detail: 'A moment in the future.' }],
      });
    }
    const actor = { type: 'user', id: userId } as const;
    const details = { projectId, name, scopes };
    await this.auditRepository.add(tx, { action: 'api_key.created', actor, subjectId: row.id, client, details });
    return { apiKey: toApiKey(row), key };
  }
}
