import { Injectable } from '@nestjs/common';
import { createApiKey, endApiKeys, listApiKeys, revokeApiKey } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toApiKey } from './api-key.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { LostKeys } from './lost-keys.js';
import { RevokeApiKey } from './revoke-api-key.js';

@Injectable()
export class ApiKeysHandlers {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly createApiKey: CreateApiKey,
    private readonly revokeApiKey: RevokeApiKey,
    private readonly lostKeys: LostKeys,
  ) {}

  @Rpc(createApiKey)
  async create(request: RequestOf<typeof createApiKey>) {
    return this.createApiKey.run(request);
  }

  @Rpc(listApiKeys)
  async list(request: RequestOf<typeof listApiKeys>) {
    return toPage(await this.apiKeys.list(request), request.limit, ({ id }) => [id], toApiKey);
  }

  @Rpc(revokeApiKey)
  async revoke(request: RequestOf<typeof revokeApiKey>) {
    return this.revokeApiKey.run(request);
  }

  @Rpc(endApiKeys)
  async end(request: RequestOf<typeof endApiKeys>) {
    return this.lostKeys.end(request);
  }
}
