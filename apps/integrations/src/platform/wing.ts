import { Egress } from '@questp/egress';
import { CONFIG } from '@questp/service';
import type { Wing } from '@questp/service-kit';
import { vaultProvider } from '@questp/vault';
import { NoteHealth } from '../health/note-health.js';
import type { Config } from './config.js';

/** One for all features: its limits are of the process. */
const egressProvider = {
  provide: Egress,
  inject: [CONFIG, NoteHealth],
  useFactory: ({ EGRESS_NETWORKS, PROJECT_EGRESS_NETWORKS }: Config, health: NoteHealth) =>
    new Egress({ operator: EGRESS_NETWORKS, project: PROJECT_EGRESS_NETWORKS }, (server, state) =>
      health.execute(server, state),
    ),
};

export const platform: Wing = { controllers: [], providers: [egressProvider, vaultProvider] };
