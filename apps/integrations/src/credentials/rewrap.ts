import { Database, type Tx } from '@questp/postgres';
import { Vault } from '@questp/vault';
import { openTokens, sealAll } from '../oauth/grant-tokens.js';
import { lockGrantSealedOtherwise, resealGrant } from '../oauth/grants.repository.js';
import { lockSealedOtherwise, reseal } from './credentials.repository.js';
import { lockFormerSealedOtherwise, resealFormer } from './former-buckets.repository.js';
import { openFields, sealFields } from './stored-fields.js';

/** Seals with the first key whatever is sealed with another one, a row at a time: killed, it goes on when begun again. */
export async function rewrap(db: Database, vault: Vault): Promise<number> {
  for (let count = 0; ; count += 1) {
    const wasLeft = await db.transaction(
      async (tx) =>
        (await rewrapCredential(tx, vault)) || (await rewrapFormerBucket(tx, vault)) || rewrapGrant(tx, vault),
      'rewrap',
    );
    if (!wasLeft) return count;
  }
}

/** False when none is left. */
async function rewrapCredential(tx: Tx, vault: Vault): Promise<boolean> {
  const row = await lockSealedOtherwise(tx, vault.current);
  if (row === undefined) return false;
  const { provider, fields } = row;
  await reseal(tx, provider, sealFields(vault, provider, openFields(vault, provider, fields)));
  return true;
}

async function rewrapFormerBucket(tx: Tx, vault: Vault): Promise<boolean> {
  const former = await lockFormerSealedOtherwise(tx, vault.current);
  if (former === undefined) return false;
  const fields = openFields(vault, 'object_storage', former.fields);
  await resealFormer(tx, { ...former, fields: sealFields(vault, 'object_storage', fields) });
  return true;
}

async function rewrapGrant(tx: Tx, vault: Vault): Promise<boolean> {
  const grant = await lockGrantSealedOtherwise(tx, vault.current);
  if (grant === undefined) return false;
  await resealGrant(tx, grant.id, sealAll(vault, grant, openTokens(vault, grant)));
  return true;
}
