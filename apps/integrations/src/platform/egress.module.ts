import { Module } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { CONFIG } from '@questp/service';
import type { Config } from './config.js';

/** One for all features: its limits are of the process. */
@Module({
  providers: [
    { provide: Egress, inject: [CONFIG], useFactory: ({ EGRESS_NETWORKS }: Config) => new Egress(EGRESS_NETWORKS) },
  ],
  exports: [Egress],
})
export class EgressModule {}
