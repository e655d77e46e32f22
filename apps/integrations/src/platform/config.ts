import { BYTES_CONFIG } from '@questp/bytes';
import { str, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  ...BYTES_CONFIG,
  FILES_DIR: str({ desc: 'Directory of uploaded files, which every replica sees' }),
  CHAINS: str({
    desc: 'JSON array of further chains or replacements for the built-in ones; restUrls says which nodes are asked',
    default: '[]',
  }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
