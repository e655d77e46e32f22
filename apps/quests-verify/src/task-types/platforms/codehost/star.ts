import { readCodehostRepository, readCodehostStar } from '@questp/messages';
import { repository } from '../../../catalog/definition/common-fields.js';
import type { Facts } from '../../../catalog/definition/facts.js';
import { NOTHING, object } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { ONCE, type AvailableTaskType } from '../../../catalog/definition/task-type.js';
import { integrationFact } from '../../../verification/facts/integration-fact.js';

type StarConfig = { repository: string };

/** Whether the earner's linked account has starred the repository of the quest. */
export const CodehostStarFact = integrationFact({
  name: 'codehostStar',
  contract: readCodehostStar,
  ask: ({ userId, config }) => ({ userId, repository: (config as StarConfig).repository }),
  notFound: 'CHECK_UNAVAILABLE',
});

function starred({ repository }: StarConfig, { codehostStar }: Pick<Facts, 'codehostStar'>): Outcome {
  if (codehostStar?.isStarred !== true) {
    return { kind: 'fail', code: 'ACTION_NOT_FOUND', detail: `Your linked account has not starred ${repository}.` };
  }
  return { kind: 'pass', subjects: [{ kind: 'account', subject: `codehost/${codehostStar.accountId}` }] };
}

export const star: AvailableTaskType = {
  id: 'social_codehost_star',
  name: 'Star',
  category: 'developer',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  configSchema: object({ repository: repository('Repository as owner/name.') }, ['repository']),
  inputSchema: NOTHING,
  target: {
    pointer: '/repository',
    contract: readCodehostRepository,
    ask: ({ repository }: StarConfig) => ({ repository }),
    resolved: (config, value) => ({ ...config, ...value }),
  },
  available: true,
  facts: ['codehostStar'],
  rule: (config: StarConfig, _inputs, facts) => starred(config, facts),
  exampleConfig: { repository: 'orbit/orbit-core' },
  exampleInputs: {},
};
