import { CONFIG } from '@questp/service';
import { requireProductionKeys } from './master-keys.js';
import type { VaultConfig } from './vault-config.js';
import { Vault } from './vault.js';

/** The vault of a service whose configuration has VAULT_CONFIG. */
export const vaultProvider = {
  provide: Vault,
  inject: [CONFIG],
  useFactory: ({ MASTER_KEYS, NODE_ENV }: VaultConfig): Vault => {
    requireProductionKeys(MASTER_KEYS, NODE_ENV);
    return new Vault(MASTER_KEYS);
  },
};
