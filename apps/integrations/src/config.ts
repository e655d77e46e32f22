import { BYTES_CONFIG } from '@questp/bytes';
import type { ConfigOf } from '@questp/service';
import { VAULT_CONFIG } from '@questp/vault';
import { CHAINS_CONFIG } from './chains/records/configured-chains.js';
import { CREDENTIAL_VARIABLES } from './credentials/environment.js';
import { FILES_CONFIG } from './files/storage/file-stores.js';
import { OAUTH_CONFIG } from './oauth/oauth-config.js';
import { EGRESS_CONFIG } from './outbound/egress.js';
import { PLATFORM_CONFIG } from './platforms/index.js';
import { SPEND_CONFIG } from './spend/charge-requests.js';

export const CONFIG_SPEC = {
  ...CREDENTIAL_VARIABLES,
  ...BYTES_CONFIG,
  ...VAULT_CONFIG,
  ...FILES_CONFIG,
  ...CHAINS_CONFIG,
  ...EGRESS_CONFIG,
  ...OAUTH_CONFIG,
  ...PLATFORM_CONFIG,
  ...SPEND_CONFIG,
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
