import { loadChainRegistry } from '@questp/chains';
import { CONFIG, str, type ConfigOf } from '@questp/service';

export const CHAINS_CONFIG = {
  CHAINS: str({
    desc: 'JSON array of further chains or replacements for the built-in ones; restUrls says which nodes are asked',
    default: '[]',
  }),
};

/** Injection token of the ChainRegistry. */
export const CHAINS = Symbol('chains');

export const chainsProvider = {
  provide: CHAINS,
  inject: [CONFIG],
  useFactory: (config: ConfigOf<typeof CHAINS_CONFIG>) => loadChainRegistry(config.CHAINS),
};
