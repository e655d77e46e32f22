import { Database } from '@questp/postgres';
import { Vault } from '@questp/vault';
import { lockSealedOtherwise, reseal } from './credentials.repository.js';
import { openFields, sealFields } from './stored-fields.js';

/** Seals with the first key whatever is sealed with another one, a provider at a time: killed, it goes on when begun again. */
export async function rewrap(db: Database, vault: Vault): Promise<number> {
  for (let count = 0; ; count += 1) {
    const wasLeft = await db.transaction(async (tx) => {
      const row = await lockSealedOtherwise(tx, vault.current);
      if (row === undefined) return false;
      const { provider, fields } = row;
      await reseal(tx, provider, sealFields(vault, provider, openFields(vault, provider, fields)));
      return true;
    }, 'rewrap');
    if (!wasLeft) return count;
  }
}
