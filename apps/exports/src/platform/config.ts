import { BYTES_CONFIG } from '@questp/bytes';
import { count, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  ...BYTES_CONFIG,
  EXPORTS_AT_ONCE: count({ desc: 'Exports that run at a time, in all replicas together', default: 4 }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
