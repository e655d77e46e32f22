import { Injectable } from '@nestjs/common';
import { revokeApiKey, type ApiKey } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../audit/audit.repository.js';
import { Revocations } from '../security/sessions/revocations.js';
import { toApiKey } from './api-key.js';
import { ApiKeysRepository } from './api-keys.repository.js';

@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly database: Database,
    private readonly apiKeysRepository: ApiKeysRepository,
    private readonly auditRepository: AuditRepository,
    private readonly revocations: Revocations,
  ) {}

  @Rpc(revokeApiKey)
  async execute({ projectId, apiKeyId, userId, client }: RequestOf<typeof revokeApiKey>): Promise<ApiKey> {
    const apiKey = await this.database.transaction(async (tx) => {
      const revoked = await this.apiKeysRepository.revoke(tx, projectId, apiKeyId);
      if (revoked === undefined) return toApiKey(found(await this.apiKeysRepository.get(tx, projectId, apiKeyId)));
      const actor = { type: 'user', id: userId } as const;
      const details = { projectId, name: revoked.name };
      await this.auditRepository.add(tx, { action: 'api_key.revoked', actor, subjectId: apiKeyId, client, details });
      await this.revocations.record(tx, { family: 'api_key', id: apiKeyId });
      return toApiKey(revoked);
    });
    await this.revocations.publish({ family: 'api_key', id: apiKeyId });
    return apiKey;
  }
}
