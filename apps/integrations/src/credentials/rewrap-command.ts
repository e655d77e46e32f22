import { Database } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig } from '@questp/service';
import { Vault, VAULT_CONFIG } from '@questp/vault';
import { sealingKeys } from './credentials.repository.js';
import { rewrap } from './rewrap.js';

/** Tells how many credentials it sealed anew, and with which keys all are sealed now. */
export async function rewrapCommand(schema: string): Promise<string> {
  const { MASTER_KEYS } = VAULT_CONFIG;
  const { DATABASE_URL, MASTER_KEYS: keys } = loadConfig({ DATABASE_URL: DATABASE_CONFIG.DATABASE_URL, MASTER_KEYS });
  const vault = new Vault(keys);
  const db = new Database(DATABASE_URL, { schema, poolSize: 1 });
  try {
    vault.requireKeys(await sealingKeys(db));
    const count = await rewrap(db, vault);
    const left = (await sealingKeys(db)).join(', ') || 'none';
    return `integrations: ${count} credentials and grants sealed anew with ${vault.current}; keys in use: ${left}\n`;
  } finally {
    await db.onApplicationShutdown();
  }
}
