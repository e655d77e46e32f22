import { Egress } from '@questp/egress';
import { CONFIG } from '@questp/service';
import type { Config } from '../config.js';

/** One client for all features, because its limits apply to the process. */
export const egressProvider = {
  provide: Egress,
  inject: [CONFIG],
  useFactory: ({ EGRESS_NETWORKS }: Config) => new Egress({ operator: EGRESS_NETWORKS }),
};
