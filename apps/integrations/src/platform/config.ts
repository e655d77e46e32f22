import { BYTES_CONFIG } from '@questp/bytes';
import { parseNetworks } from '@questp/egress';
import { makeValidator, secret, str, webUrl, type ConfigOf } from '@questp/service';
import { CREDENTIAL_VARIABLES } from '../credentials/environment.js';
import { PLATFORMS, type Platforms } from '../credentials/providers.js';
import { parseMasterKeys } from '../vault/master-keys.js';

const platformUrls = Object.fromEntries(
  Object.entries(PLATFORMS).map(([name, address]) => [
    name,
    webUrl({ desc: 'Address of the API of the platform, without a slash at the end', default: address }),
  ]),
) as Record<keyof Platforms, ReturnType<typeof webUrl>>;

export const CONFIG_SPEC = {
  ...BYTES_CONFIG,
  FILES_DIR: str({ desc: 'Directory of uploaded files, which every replica sees' }),
  CHAINS: str({
    desc: 'JSON array of further chains or replacements for the built-in ones; restUrls says which nodes are asked',
    default: '[]',
  }),
  MASTER_KEYS: secret(
    makeValidator(parseMasterKeys)({
      desc: 'What stored credentials are sealed with: <name>:<32 random bytes in base64>, comma-separated; the first seals, all open',
    }),
  ),
  EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'Networks (CIDR, comma-separated) in which addresses that operators and projects name are asked although they are not public, by http as well',
    default: [],
  }),
  NODE_ENV: str({ desc: 'production refuses master keys whose name begins with dev', default: '' }),
  ESCROW_CHAIN_ID: str({ desc: 'Chain of the reward escrow, on which its keys have addresses', default: 'neutron-1' }),
  ...platformUrls,
  ...CREDENTIAL_VARIABLES,
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
