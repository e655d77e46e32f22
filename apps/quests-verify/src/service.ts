import { defineService } from '@questp/service-kit';
import { AppModule } from './app.module.js';
import { EarnerEvents } from './earners/earner-events.js';
import { HousekeepingRepository } from './housekeeping/housekeeping.repository.js';
import { CONFIG_SPEC } from './platform/config.js';
import { ChecksRepository } from './verification/checks.repository.js';

export const questsVerify = defineService({
  name: 'quests-verify',
  config: CONFIG_SPEC,
  module: AppModule,
  listens: [EarnerEvents],
  housekeeping: (get) => ({
    visits: () => get(HousekeepingRepository).purgeVisits(),
    attestations: () => get(HousekeepingRepository).purgeAttestations(),
    codeAttempts: () => get(HousekeepingRepository).purgeCodeAttempts(),
    refusedChecks: () => get(ChecksRepository).purgeRefused(),
  }),
});
