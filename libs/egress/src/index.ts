export { parseNetworks } from './addresses.js';
export { CONNECT_MS } from './connect.js';
export {
  DEADLINE_MS,
  Egress,
  IDLE_MS,
  MAX_BYTES,
  PARALLEL,
  type EgressAnswer,
  type EgressFailure,
  type EgressOptions,
  type EgressOutcome,
  type EgressRequest,
} from './egress.js';
