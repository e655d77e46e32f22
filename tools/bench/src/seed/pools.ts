import { createHash } from 'node:crypto';
import { bech32 } from '@scure/base';
import type { Client } from 'pg';
import type { SeededCampaign } from './quests.js';

const CHAIN_ID = 'cosmoshub-4';

/** Ends the campaign with a pool that its team pays by hand; its earners have a wallet on the chain of the pool. */
export async function seedEndedPool(client: Client, { campaignId }: SeededCampaign, gross: bigint): Promise<void> {
  const { rows } = await client.query<{ user_id: string }>(`SELECT user_id FROM quests.standing WHERE scope_id = $1`, [
    campaignId,
  ]);
  const ids = rows.map(({ user_id }) => user_id);
  await client.query(
    `UPDATE quests.earner e SET primary_wallet = address,
       wallets = jsonb_build_array(jsonb_build_object('chainId', $3::text, 'address', address))
     FROM unnest($1::text[], $2::text[]) AS t (id, address) WHERE e.user_id = t.id`,
    [ids, ids.map(addressOf), CHAIN_ID],
  );
  await client.query('VACUUM (ANALYZE) quests.earner');
  const pool = {
    ...{ mode: 'manual', chainId: CHAIN_ID, assetKind: 'native', denom: 'uatom', symbol: 'ATOM', decimals: 6 },
    ...{ totalAmount: `${gross}`, minPayout: null, maxPayout: null, maxShareBps: 10_000, forbiddenAddresses: [] },
  };
  await client.query(`UPDATE quests.campaign SET status = 'ended', ended_at = now(), reward_pool = $2 WHERE id = $1`, [
    campaignId,
    pool,
  ]);
}

const addressOf = (userId: string): string =>
  bech32.encodeFromBytes('cosmos', createHash('sha256').update(userId).digest().subarray(0, 20));
