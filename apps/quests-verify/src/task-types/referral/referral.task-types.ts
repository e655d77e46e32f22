import { defineFamily } from '../family/define-family.js';
import { integer, NOTHING, object, withDefault } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE, unavailable } from '../../catalog/definition/task-type.js';

/** Spec 2.4 "referral": invited accounts that became active. */
export const referral = defineFamily({
  types: [
    defineTaskType({
      id: 'social_referral',
      name: 'Referral',
      category: 'social',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      config: object({
        minReferrals: withDefault(integer('Invited earners needed.', 1, 1000), 1),
        minCompletions: withDefault(integer('Quests of this campaign each of them has to complete.', 0, 100), 1),
      }),
      inputs: NOTHING,
      ...unavailable('the referral check'),
    }),
  ],
});
