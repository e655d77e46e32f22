import { Counter, metrics } from '@questp/service';

/** Retry-After of a refused reader, in seconds. */
export const RETRY_AFTER = 10;

export const dropped = new Counter({
  name: 'questp_live_dropped_total',
  help: 'Live streams and sockets that were cut off: their reader was slow, or its access was lost',
  labelNames: ['why'],
  registers: [metrics],
});
