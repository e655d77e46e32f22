export { parseNetworks } from './addresses.js';
export { FAILURES, type ServerState } from './breakers.js';
export { CONNECT_MS, guardedDialer } from './connect.js';
export { EgressError, egressFetch } from './egress-fetch.js';
export type { EgressAnswer, EgressFailure, EgressOutcome } from './egress-outcome.js';
export {
  DEADLINE_MS,
  Egress,
  IDLE_MS,
  MAX_BYTES,
  PARALLEL,
  PROJECT_PARALLEL,
  type EgressNetworks,
  type EgressOptions,
  type EgressRequest,
  type NamedBy,
  type Server,
  type ServerWatch,
} from './egress.js';
