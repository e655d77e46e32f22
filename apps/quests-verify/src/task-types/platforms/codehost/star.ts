import { object } from '../../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { common, failed, ofRepository, passed, target, targetRepository } from './common.js';

export const star = defineTaskType({
  ...common,
  id: 'social_codehost_star',
  name: 'Star',
  periods: ONCE,
  config: object(targetRepository, ['repository']),
  target,
  facts: { codehostStar: ofRepository },
  rule: ({ repository }, _inputs, { codehostStar }) =>
    codehostStar?.isStarred === true
      ? passed(codehostStar.accountId)
      : failed(`Your linked account has not starred ${repository}.`),
  exampleConfig: { repository: 'orbit/orbit-core' },
});
