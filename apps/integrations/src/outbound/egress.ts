import { Egress, parseNetworks } from '@questp/egress';
import { CONFIG, makeValidator, type ConfigOf } from '@questp/service';
import { NoteHealth } from './note-health.js';

export const EGRESS_CONFIG = {
  EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'Networks (CIDR, comma-separated) that requests may reach at addresses named by operators, although they are not public, http included',
    default: [],
  }),
  PROJECT_EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'The same for addresses named by projects; for the development of their endpoints on one machine',
    default: [],
  }),
};
export type EgressConfig = ConfigOf<typeof EGRESS_CONFIG>;

/** One for all features: its limits are of the process. */
export const egressProvider = {
  provide: Egress,
  inject: [CONFIG, NoteHealth],
  useFactory: ({ EGRESS_NETWORKS, PROJECT_EGRESS_NETWORKS }: EgressConfig, health: NoteHealth) =>
    new Egress({ operator: EGRESS_NETWORKS, project: PROJECT_EGRESS_NETWORKS }, (server, state) =>
      health.execute(server, state),
    ),
};
