import { Database } from '@questp/postgres';
import { setOperatorAccess } from '@questp/messages/shared';
import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { operatorAccess, OperatorEvents } from '@questp/service-kit/operators';
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
import { AccountMergesRepository } from './accounts/merges/account-merges.repository.js';
import { WakePending } from './verification/rechecks/wake-pending.js';
import { authorize } from './people/access/authorize.js';
import { EARNER_TABLES } from './accounts/earner-tables.js';
import { purgesOf } from './people/earners/earner-tables.js';
import { AccountDeletionEvents } from './accounts/deletions/account-deletion-events.js';
import { AccountMergeEvents } from './accounts/merges/account-merge-events.js';
import { BudgetEvents } from './studio/campaigns/budget-events.js';
import { PoolEvents } from './studio/campaigns/pool-events.js';
import { IntegrationEvents } from './studio/audit/integration-events.js';
import { EarnerEvents } from './people/earners/earner-events.js';
import { CONFIG_SPEC } from './shared/config.js';
import { TASK_TYPES } from './task-types/index.js';
import { replayCommand } from './verification/receipts/replay-command.js';
import { ReferralEvents } from './task-types/referral/referral-events.js';
import { WrongCodesRepository } from './task-types/secret-code/wrong-codes.repository.js';

export const questsVerify = defineService({
  name: 'quests-verify',
  config: CONFIG_SPEC,
  wings: [
    chainRegistry,
    operatorAccess(setOperatorAccess),
    shared,
    people,
    catalog,
    ledger,
    standings,
    verification,
    taskTypes,
    studio,
    review,
    discover,
    accounts,
  ],
  authorize,
  listens: [
    AccountDeletionEvents,
    AccountMergeEvents,
    BudgetEvents,
    PoolEvents,
    EarnerEvents,
    ReferralEvents,
    WakePending,
    IntegrationEvents,
    OperatorEvents,
  ],
  commands: { 'replay-check': replayCommand(TASK_TYPES) },
  housekeeping: (get) => ({
    ...purgesOf(get(Database), EARNER_TABLES),
    codeAddresses: () => get(WrongCodesRepository).purgeAddresses(),
    endedChecks: () => get(AccountMergesRepository).purgeEndedChecks(),
  }),
});
