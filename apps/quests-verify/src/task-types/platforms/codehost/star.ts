import { readCodehostRepository, readCodehostStar } from '@questp/messages/integrations';
import { repository } from '../../../catalog/definition/common-fields.js';
import { NOTHING, object } from '../../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { platformCheck } from '../platform-check.js';
import { integrationFact } from '../../../verification/facts/integration-fact.js';

/** Whether the earner's linked account has starred the repository of the quest. */
export const CodehostStarFact = integrationFact({
  name: 'codehostStar',
  contract: readCodehostStar,
  ask: ({ repository }, { userId }) => ({ userId, repository }),
  notFound: 'CHECK_UNAVAILABLE',
});

export const star = defineTaskType({
  id: 'social_codehost_star',
  name: 'Star',
  category: 'developer',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  config: object({ repository: repository('Repository as owner/name.') }, ['repository']),
  inputs: NOTHING,
  target: {
    pointer: '/repository',
    contract: readCodehostRepository,
    ask: ({ repository }) => ({ repository }),
    resolved: (config, value) => ({ ...config, ...value }),
  },
  ...platformCheck,
  facts: { codehostStar: ({ repository }) => ({ repository }) },
  rule: ({ repository }, _inputs, { codehostStar }) => {
    if (codehostStar?.isStarred !== true) {
      return { kind: 'fail', code: 'ACTION_NOT_FOUND', detail: `Your linked account has not starred ${repository}.` };
    }
    return { kind: 'pass', subjects: [{ kind: 'account', subject: `codehost/${codehostStar.accountId}` }] };
  },
  exampleConfig: { repository: 'orbit/orbit-core' },
  exampleInputs: {},
});
