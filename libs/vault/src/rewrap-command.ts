import { Database } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig } from '@questp/service';
import { rewrap } from './rewrap.js';
import { sealingKeys, type SealedTable } from './sealed-table.js';
import { VAULT_CONFIG } from './vault-config.js';
import { Vault } from './vault.js';

/** The command of a service that keeps envelopes in these tables. */
export const rewrapCommand = (tables: readonly SealedTable[]) => ({
  summary: 'seals stored secrets with the first of MASTER_KEYS; beside running replicas',
  run: (schema: string): Promise<string> => run(schema, tables),
});

/** Returns the number of re-encrypted rows and the keys in use afterwards. */
async function run(schema: string, tables: readonly SealedTable[]): Promise<string> {
  const { MASTER_KEYS } = VAULT_CONFIG;
  const { DATABASE_URL, MASTER_KEYS: keys } = loadConfig({ DATABASE_URL: DATABASE_CONFIG.DATABASE_URL, MASTER_KEYS });
  const vault = new Vault(keys);
  const db = new Database(DATABASE_URL, { schema, poolSize: 1 });
  try {
    vault.requireKeys(await sealingKeys(db, tables));
    const count = await rewrap(db, vault, tables);
    const left = (await sealingKeys(db, tables)).join(', ') || 'none';
    return `${schema}: ${count} rows sealed anew with ${vault.current}; keys in use: ${left}\n`;
  } finally {
    await db.onApplicationShutdown();
  }
}
