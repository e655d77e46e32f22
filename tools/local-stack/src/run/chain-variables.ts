import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SentenceError } from '../sentence-error.js';
import { LOCAL_CHAIN_ID, type ChainEntry, type LocalChain } from '../processes/local-chain.js';

/** Folder of the local chain in the local data. */
export const chainDirectory = (local: string): string => join(local, 'chain');

/** Has the services forget the nodes and the contracts of an earlier start. */
const WITHOUT_NODES = { chainId: LOCAL_CHAIN_ID, restUrls: [], rpcUrls: [], publicRestUrl: null, escrow: null };

/** The variable CHAINS of the services: that of `env`, and the local chain where there is or was one. */
export function chainVariables(
  local: string,
  chain: Pick<LocalChain, 'entry'> | null,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const given = readChains(env);
  const others = given.filter(({ chainId }) => chainId !== LOCAL_CHAIN_ID);
  if (chain) return { CHAINS: JSON.stringify([...others, chain.entry]) };
  const isForgotten = others.length === given.length && existsSync(chainDirectory(local));
  return isForgotten ? { CHAINS: JSON.stringify([...given, WITHOUT_NODES]) } : {};
}

function readChains({ CHAINS }: NodeJS.ProcessEnv): ChainEntry[] {
  try {
    return CHAINS ? (JSON.parse(CHAINS) as ChainEntry[]) : [];
  } catch (cause) {
    throw new SentenceError('CHAINS is not JSON.', { cause });
  }
}
