import { repository } from '../../../catalog/definition/common-fields.js';
import { object } from '../../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { common, failed, passed, target } from './common.js';

export const star = defineTaskType({
  ...common,
  id: 'social_codehost_star',
  name: 'Star',
  periods: ONCE,
  config: object({ repository: repository('Repository as owner/name.') }, ['repository']),
  target,
  facts: { codehostStar: ({ repository }) => ({ repository }) },
  rule: ({ repository }, _inputs, { codehostStar }) =>
    codehostStar?.isStarred === true
      ? passed(codehostStar.accountId)
      : failed(`Your linked account has not starred ${repository}.`),
  exampleConfig: { repository: 'orbit/orbit-core' },
});
