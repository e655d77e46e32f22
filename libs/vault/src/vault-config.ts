import { makeValidator, secret, str, type ConfigOf } from '@questp/service';
import { parseMasterKeys } from './master-keys.js';

/** Variables of a service that stores secrets. */
export const VAULT_CONFIG = {
  MASTER_KEYS: secret(
    makeValidator(parseMasterKeys)({
      desc: 'Keys that encrypt stored secrets: <name>:<32 random bytes in base64>, comma-separated; the first encrypts, all decrypt',
    }),
  ),
  NODE_ENV: str({ desc: 'production refuses master keys whose name begins with dev', default: '' }),
} as const;

export type VaultConfig = ConfigOf<typeof VAULT_CONFIG>;
