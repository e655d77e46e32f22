import { defineService } from '@questp/service-kit';
import { authorize } from './access/authorize.js';
import { AccountDeletionEvents } from './account-deletions/account-deletion-events.js';
import { AccountMergeEvents } from './account-merges/account-merge-events.js';
import { AppModule } from './app.module.js';
import { IntegrationEvents } from './audit/integration-events.js';
import { EarnerEvents } from './earners/earner-events.js';
import { HousekeepingRepository } from './housekeeping/housekeeping.repository.js';
import { InvitationLimitsRepository } from './invitations/invitation-limits.repository.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { OperatorEvents } from './operators/operator-events.js';
import { CONFIG_SPEC } from './platform/config.js';
import { ChecksRepository } from './verification/checks.repository.js';
import { WrongCodesRepository } from './wrong-codes/wrong-codes.repository.js';

export const questsVerify = defineService({
  name: 'quests-verify',
  config: CONFIG_SPEC,
  module: AppModule,
  authorize,
  listens: [AccountDeletionEvents, AccountMergeEvents, EarnerEvents, IntegrationEvents, OperatorEvents],
  housekeeping: (get) => ({
    visits: () => get(HousekeepingRepository).purgeVisits(),
    attestations: () => get(HousekeepingRepository).purgeAttestations(),
    endedChecks: () => get(HousekeepingRepository).purgeEndedChecks(),
    invitationCounts: () => get(InvitationLimitsRepository).purge(),
    dailyCounts: () => get(HousekeepingRepository).purgeDailyCounts(),
    codeAttempts: () => get(WrongCodesRepository).purge(),
    invitations: () => get(InvitationsRepository).purge(),
    refusedChecks: () => get(ChecksRepository).purgeRefused(),
  }),
});
