import { Egress } from '@questp/egress';
import { CONFIG } from '@questp/service';
import type { Config } from '../config.js';

/** One for all features: its limits are of the process. */
export const egressProvider = {
  provide: Egress,
  inject: [CONFIG],
  useFactory: ({ EGRESS_NETWORKS }: Config) => new Egress({ operator: EGRESS_NETWORKS }),
};
