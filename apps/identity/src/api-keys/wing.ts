import type { Wing } from '@questp/service-kit';
import { ApiKeysHandlers } from './api-keys.handlers.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { KeyEvents } from './key-events.js';
import { LostKeys } from './lost-keys.js';
import { RevokeApiKey } from './revoke-api-key.js';

export const apiKeys: Wing = {
  providers: [ApiKeysHandlers, ApiKeysRepository, CreateApiKey, KeyEvents, LostKeys, RevokeApiKey],
};
