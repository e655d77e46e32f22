import { loadChainRegistry } from '@questp/chains';
import { CONFIG } from '@questp/service';
import type { Config } from './config.js';

/** Injection token of the ChainRegistry. */
export const CHAINS = Symbol('chains');

export const chainsProvider = {
  provide: CHAINS,
  inject: [CONFIG],
  useFactory: (config: Config) => loadChainRegistry(config.CHAINS),
};
