import type { ChainFields } from '@questp/messages/integrations';
import { assignments, insertInto, json, sql } from '@questp/postgres';
import { ChainRegistry } from '../chains/index.js';
import type { TestService } from './start-test-service.js';

const DEFAULTS = {
  name: 'Test chain',
  bech32Prefix: 'cosmos',
  keyAlgorithm: 'secp256k1',
  coinType: 118,
  network: 'testnet',
} as const;

/** Adds a chain or changes members of one, as integrations does, and reloads the chains of the service. */
export async function putChain(
  service: Pick<TestService<unknown>, 'asOwner' | 'get'>,
  chainId: string,
  { gasPrices, ...change }: Partial<ChainFields>,
): Promise<void> {
  const row = { chainId, ...change, ...(gasPrices && { gasPrices: json(gasPrices) }) };
  await service.asOwner().execute(sql`
    ${insertInto('integrations.chain', { ...DEFAULTS, ...row })}
    ON CONFLICT (chain_id) DO UPDATE SET ${assignments(row)}`);
  await service.get(ChainRegistry).reload();
}
