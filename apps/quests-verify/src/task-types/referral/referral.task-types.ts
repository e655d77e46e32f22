import { defineFamily } from '../family/define-family.js';
import { integer, NOTHING, object } from '../../catalog/definition/json-schema.js';
import { ONCE, unavailable } from '../../catalog/definition/task-type.js';

/** Spec 2.4 "referral": invited accounts that became active. */
export const referral = defineFamily({
  types: [
    {
      id: 'social_referral',
      name: 'Referral',
      category: 'social',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      configSchema: object({
        minReferrals: integer('Invited earners needed.', 1, 1000, { default: 1 }),
        minCompletions: integer('Quests of this campaign each of them has to complete.', 0, 100, { default: 1 }),
      }),
      inputSchema: NOTHING,
      ...unavailable('the referral check'),
    },
  ],
});
