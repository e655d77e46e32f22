import { AccountReachChanged } from '../../identity/linked-accounts.js';
import { ChainChanged } from '../../integrations/chains.js';
import { CredentialChanged } from '../../integrations/credentials.js';
import { IntegrationChanged, IntegrationIncident } from '../../integrations/health.js';
import { GrantRefused } from '../../integrations/oauth.js';
import { ProjectIntegrationChanged } from '../../integrations/project-integrations.js';
import { WebhookFailing } from '../../integrations/project-webhooks.js';
import { BudgetReached } from '../../integrations/spend.js';
import { FactObserved } from '../../integrations/webhooks.js';
import type { EventRow } from './event-row.js';

/** Events of integrations. */
export const INTEGRATIONS_EVENTS = {
  'account.reach_changed': {
    aggregate: 'account',
    from: 'integrations',
    to: ['identity'],
    meaning: "A person blocked or unblocked the platform's bot, by which a linked account is reached",
    data: AccountReachChanged,
  },
  'grant.refused': {
    aggregate: 'grant',
    from: 'integrations',
    to: ['identity'],
    meaning: 'A platform rejects the tokens of a linked account; it must be linked again',
    data: GrantRefused,
  },
  'project.integration_changed': {
    aggregate: 'project',
    from: 'integrations',
    to: ['quests-verify'],
    audience: ['projectId'],
    meaning: 'A connection, signing secret or webhook of a project was set or removed; contains no secrets',
    data: ProjectIntegrationChanged,
  },
  'integration.webhook_failing': {
    aggregate: 'project',
    from: 'integrations',
    to: ['quests-verify'],
    meaning: 'Deliveries to a webhook of a project have failed for an hour, or it was disabled because of them',
    data: WebhookFailing,
  },
  'credential.changed': {
    aggregate: 'credential',
    from: 'integrations',
    to: ['identity'],
    meaning: 'An operator stored, rotated or cleared fields of a credential; contains their names, not their values',
    data: CredentialChanged,
  },
  'chain.changed': {
    aggregate: 'chain',
    from: 'integrations',
    to: ['identity'],
    operators: 'platform:manage',
    meaning: 'An operator added or changed a chain; contains the names of the changed members',
    data: ChainChanged,
  },
  'integration.fact_observed': {
    aggregate: 'user',
    from: 'integrations',
    to: ['quests-verify'],
    meaning: 'A platform reported something that a user did there; pending submissions of the user are checked again',
    data: FactObserved,
  },
  'integration.budget_reached': {
    aggregate: 'campaign',
    from: 'integrations',
    to: ['quests-verify'],
    meaning: "A campaign's budget for checks is nearly used, or does not cover a request; once for each budget",
    data: BudgetReached,
  },
  'integration.changed': {
    aggregate: 'integration',
    from: 'integrations',
    to: [],
    operators: 'platform:manage',
    meaning: 'A third-party server fails or has recovered; published at most once a minute per server',
    data: IntegrationChanged,
  },
  'integration.incident': {
    aggregate: 'integration',
    from: 'integrations',
    to: ['notifier'],
    operators: 'credentials:manage',
    meaning: 'An integration is down, has recovered, or has nearly used its quota; published once for each incident',
    data: IntegrationIncident,
  },
} as const satisfies Record<string, EventRow>;
