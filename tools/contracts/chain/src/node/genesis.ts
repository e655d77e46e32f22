import { readFile, writeFile } from 'node:fs/promises';

export interface Coin {
  denom: string;
  /** Decimal integer. */
  amount: string;
}

export interface GenesisAccount {
  address: string;
  coins: readonly Coin[];
}

/** The parts of the genesis file that a test chain changes. */
interface Genesis {
  app_state: {
    auth: { accounts: object[] };
    bank: { balances: { address: string; coins: Coin[] }[] };
    gov: { params: Record<string, unknown> };
  };
}

/** The denomination that is staked. Fees are not asked for in any. */
export const STAKE_DENOM = 'ustake';

/**
 * Writes the accounts into a genesis file that `wasmd init` made, and has governance decide within seconds, for
 * `setSendEnabled`.
 */
export async function prepareGenesis(file: string, accounts: readonly GenesisAccount[]): Promise<void> {
  const genesis = JSON.parse(await readFile(file, 'utf8')) as Genesis;
  const { auth, bank, gov } = genesis.app_state;
  for (const { address, coins } of accounts) {
    auth.accounts.push({
      '@type': '/cosmos.auth.v1beta1.BaseAccount',
      address,
      pub_key: null,
      account_number: '0',
      sequence: '0',
    });
    // The bank refuses coins that are not in the order of their denominations.
    bank.balances.push({ address, coins: [...coins].sort((a, b) => (a.denom < b.denom ? -1 : 1)) });
  }
  Object.assign(gov.params, {
    min_deposit: [{ denom: STAKE_DENOM, amount: '1' }],
    expedited_min_deposit: [{ denom: STAKE_DENOM, amount: '2' }],
    voting_period: '0.4s',
    expedited_voting_period: '0.2s',
  });
  await writeFile(file, JSON.stringify(genesis));
}
