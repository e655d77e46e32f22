export { parseNetworks } from './addresses.js';
export { CONNECT_MS } from './connect.js';
export {
  DEADLINE_MS,
  Egress,
  MAX_BYTES,
  PARALLEL,
  type EgressAnswer,
  type EgressFailure,
  type EgressOptions,
  type EgressOutcome,
} from './egress.js';
