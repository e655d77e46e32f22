import { str, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  CHAINS: str({
    desc: 'JSON array of further chains or replacements for the built-in ones; restUrls says which nodes are asked',
    default: '[]',
  }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
