import { type Chain } from './chain.js';
import { problemsOf } from './chain-rules.js';
import { KNOWN_CHAINS } from './known-chains.js';

/** The chains of this installation. Immutable after loading. */
export interface ChainRegistry {
  /** The chain with exactly this chain id. */
  get(chainId: string): Chain | undefined;
  /** All chains: the known ones first, then the configured ones in their order. */
  list(): readonly Chain[];
}

/** Error for an invalid configuration; `problems` names every bad field. */
export class ChainRegistryError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configured chains are not valid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'ChainRegistryError';
  }
}

/**
 * The known chains plus the configured ones; a configured entry replaces a known chain with the same chain id.
 *
 * @param extraJson JSON array of {@link Chain} objects with all their fields (restUrls may be left out) and no others
 * @throws ChainRegistryError
 */
export function loadChainRegistry(extraJson?: string): ChainRegistry {
  const configured = extraJson === undefined ? [] : parseChains(extraJson);
  const chains = new Map([...KNOWN_CHAINS, ...configured].map((chain) => [chain.chainId, frozen(chain)] as const));
  const list = Object.freeze([...chains.values()]);
  return Object.freeze({ get: (chainId: string) => chains.get(chainId), list: () => list });
}

function frozen({ restUrls, ...chain }: Chain): Chain {
  return Object.freeze({ ...chain, ...(restUrls && { restUrls: Object.freeze([...restUrls]) }) });
}

function parseChains(json: string): Chain[] {
  let entries: unknown;
  try {
    entries = JSON.parse(json);
  } catch (error) {
    throw new ChainRegistryError([`not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  if (!Array.isArray(entries)) throw new ChainRegistryError(['must be a JSON array of chains']);

  const problems = entries.flatMap((entry, index) => problemsOf(entry).map((problem) => `[${index}] ${problem}`));
  if (problems.length > 0) throw new ChainRegistryError(problems);

  const chains = entries as Chain[];
  const repeated = chains.flatMap(({ chainId }, index) =>
    chains.findIndex((chain) => chain.chainId === chainId) < index
      ? [`[${index}] chainId ${chainId} appears twice`]
      : [],
  );
  if (repeated.length > 0) throw new ChainRegistryError(repeated);
  return chains;
}
