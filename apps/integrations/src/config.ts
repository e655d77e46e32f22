import { BYTES_CONFIG } from '@questp/bytes';
import type { ConfigSpec } from '@questp/service';
import { VAULT_CONFIG } from '@questp/vault';
import { CHAINS_CONFIG } from './chains/records/configured-chains.js';
import { credentialVariables } from './credentials/environment.js';
import { FILES_CONFIG } from './files/storage/file-stores.js';
import { OAUTH_CONFIG } from './oauth/oauth-config.js';
import { EGRESS_CONFIG } from './outbound/egress.js';
import type { PlatformList } from './description/platforms.js';
import { SPEND_CONFIG } from './spend/charge-requests.js';

const platformVariables = (platforms: PlatformList): ConfigSpec =>
  Object.fromEntries(Object.values(platforms).flatMap(({ config }) => Object.entries(config)));

/** The variables of the service and of its platforms. */
export const configOf = (platforms: PlatformList) => ({
  ...credentialVariables(platforms),
  ...BYTES_CONFIG,
  ...VAULT_CONFIG,
  ...FILES_CONFIG,
  ...CHAINS_CONFIG,
  ...EGRESS_CONFIG,
  ...OAUTH_CONFIG,
  ...platformVariables(platforms),
  ...SPEND_CONFIG,
});
