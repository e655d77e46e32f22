import { CONFIG, str, type ConfigOf } from '@questp/service';
import { loadChainRegistry } from './registry/chain-registry.js';

export const CHAINS_CONFIG = {
  CHAINS: str({
    desc: 'JSON array of further chains or replacements for the built-in ones; integrations asks the nodes in restUrls',
    default: '[]',
  }),
};

/** Injection token of the ChainRegistry. */
export const CHAINS = Symbol('chains');

/** The registry of a service whose configuration has CHAINS_CONFIG. */
export const chainsProvider = {
  provide: CHAINS,
  inject: [CONFIG],
  useFactory: (config: ConfigOf<typeof CHAINS_CONFIG>) => loadChainRegistry(config.CHAINS),
};
