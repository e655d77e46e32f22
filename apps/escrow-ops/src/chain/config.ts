import { parseNetworks } from '@questp/egress';
import { count, makeValidator, type ConfigOf } from '@questp/service';

export const CHAIN_CONFIG = {
  EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'Networks (CIDR, comma-separated) that requests may reach at addresses named by operators, although they are not public, http included',
    default: [],
  }),
  CHAIN_NODE_TIMEOUT_MS: count({ desc: 'Milliseconds in which a node of a chain has to answer', default: 5_000 }),
  CHAIN_NODE_BEHIND_SECONDS: count({
    desc: 'Age of its latest block from which a node of a chain is not used',
    default: 60,
  }),
  ESCROW_FOLLOW_SECONDS: count({ desc: 'Seconds between two readings of an escrow', default: 5 }),
} as const;

export type Config = ConfigOf<typeof CHAIN_CONFIG>;
