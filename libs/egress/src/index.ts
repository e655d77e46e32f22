export { parseNetworks } from './addresses.js';
export { FAILURES, type ServerState } from './breakers.js';
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
  type Server,
  type ServerWatch,
} from './egress.js';
