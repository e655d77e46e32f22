import { defineService } from '@questp/service-kit';
import { authorize } from './people/access/authorize.js';
import { AccountDeletionEvents } from './accounts/deletions/account-deletion-events.js';
import { AccountMergeEvents } from './accounts/merges/account-merge-events.js';
import { AppModule } from './app.module.js';
import { IntegrationEvents } from './studio/audit/integration-events.js';
import { EarnerEvents } from './people/earners/earner-events.js';
import { HousekeepingRepository } from './housekeeping/housekeeping.repository.js';
import { InvitationLimitsRepository } from './studio/invitations/invitation-limits.repository.js';
import { InvitationsRepository } from './studio/invitations/invitations.repository.js';
import { OperatorEvents } from './people/operators/operator-events.js';
import { CONFIG_SPEC } from './shared/config.js';
import { ChecksRepository } from './ledger/checks/checks.repository.js';
import { WrongCodesRepository } from './task-types/secret-code/wrong-codes.repository.js';

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
