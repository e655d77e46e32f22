import { defineService } from '@questp/service-kit';
import { shared } from './shared/wing.js';
import { people } from './people/wing.js';
import { catalog } from './catalog/wing.js';
import { ledger } from './ledger/wing.js';
import { standings } from './standings/wing.js';
import { verification } from './verification/wing.js';
import { taskTypes } from './task-types/wing.js';
import { studio } from './studio/wing.js';
import { review } from './review/wing.js';
import { discover } from './discover/wing.js';
import { accounts } from './accounts/wing.js';
import { VisitsRepository } from './task-types/visit/visits.repository.js';
import { AttestationRepository } from './task-types/signature/attestation.repository.js';
import { AccountMergesRepository } from './accounts/merges/account-merges.repository.js';
import { DailyLimits } from './shared/daily-limits.js';
import { WakePending } from './verification/rechecks/wake-pending.js';
import { authorize } from './people/access/authorize.js';
import { AccountDeletionEvents } from './accounts/deletions/account-deletion-events.js';
import { AccountMergeEvents } from './accounts/merges/account-merge-events.js';
import { IntegrationEvents } from './studio/audit/integration-events.js';
import { EarnerEvents } from './people/earners/earner-events.js';
import { InvitationLimitsRepository } from './studio/invitations/invitation-limits.repository.js';
import { InvitationsRepository } from './studio/invitations/invitations.repository.js';
import { OperatorEvents } from './people/operators/operator-events.js';
import { CONFIG_SPEC } from './shared/config.js';
import { ChecksRepository } from './ledger/checks/checks.repository.js';
import { WrongCodesRepository } from './task-types/secret-code/wrong-codes.repository.js';

export const questsVerify = defineService({
  name: 'quests-verify',
  config: CONFIG_SPEC,
  wings: [shared, people, catalog, ledger, standings, verification, taskTypes, studio, review, discover, accounts],
  authorize,
  listens: [AccountDeletionEvents, AccountMergeEvents, EarnerEvents, WakePending, IntegrationEvents, OperatorEvents],
  housekeeping: (get) => ({
    visits: () => get(VisitsRepository).purge(),
    attestations: () => get(AttestationRepository).purge(),
    endedChecks: () => get(AccountMergesRepository).purgeEndedChecks(),
    invitationCounts: () => get(InvitationLimitsRepository).purge(),
    dailyCounts: () => get(DailyLimits).purge(),
    codeAttempts: () => get(WrongCodesRepository).purge(),
    invitations: () => get(InvitationsRepository).purge(),
    refusedChecks: () => get(ChecksRepository).purgeRefused(),
  }),
});
