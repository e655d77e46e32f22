import { BYTES_CONFIG } from '@questp/bytes';
import { count, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  ...BYTES_CONFIG,
  EXPORTS_AT_ONCE: count({ desc: 'Concurrent exports, in all replicas together', default: 4 }),
  EXPORT_STALL_SECONDS: count({
    desc: 'Seconds without a byte after which the export of a stalled reader is aborted',
    default: 30,
  }),
  EXPORT_BYTES_PER_SECOND: count({
    desc: 'Minimum bytes per second of a reader of an export, over 4 times EXPORT_STALL_SECONDS',
    default: 65_536,
  }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
