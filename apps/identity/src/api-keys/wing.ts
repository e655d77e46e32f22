import type { Wing } from '@questp/service-kit';
import { ApiKeysRepository } from './api-keys.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { KeyEvents } from './key-events.js';
import { LostKeys } from './lost-keys.js';
import { LostKeysRepository } from './lost-keys.repository.js';
import { RevokeApiKey } from './revoke-api-key.js';

export const apiKeys: Wing = {
  providers: [ApiKeysRepository, CreateApiKey, KeyEvents, LostKeys, LostKeysRepository, RevokeApiKey],
};
