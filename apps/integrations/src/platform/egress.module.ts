import { Module } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { CONFIG } from '@questp/service';
import { HealthModule } from '../health/health.module.js';
import { NoteHealth } from '../health/note-health.js';
import type { Config } from './config.js';

/** One for all features: its limits are of the process. */
@Module({
  imports: [HealthModule],
  providers: [
    {
      provide: Egress,
      inject: [CONFIG, NoteHealth],
      useFactory: ({ EGRESS_NETWORKS, PROJECT_EGRESS_NETWORKS }: Config, health: NoteHealth) =>
        new Egress({ operator: EGRESS_NETWORKS, project: PROJECT_EGRESS_NETWORKS }, (server, state) =>
          health.execute(server, state),
        ),
    },
  ],
  exports: [Egress],
})
export class EgressModule {}
