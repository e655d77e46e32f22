import { BYTES_CONFIG } from '@questp/bytes';
import { count, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  ...BYTES_CONFIG,
  EXPORTS_AT_ONCE: count({ desc: 'Exports that run at a time, in all replicas together', default: 4 }),
  EXPORT_STALL_SECONDS: count({
    desc: 'Seconds without a byte after which an export whose reader does not read is broken off',
    default: 30,
  }),
  EXPORT_BYTES_PER_SECOND: count({
    desc: 'Bytes a second that the reader of an export has to take, over 4 times EXPORT_STALL_SECONDS',
    default: 65_536,
  }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
