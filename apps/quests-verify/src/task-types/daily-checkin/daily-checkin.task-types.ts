import { checkIn } from '@questp/messages/quests';
import { NOTHING } from '../../catalog/definition/json-schema.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';

/** Spec 2.5, 4.2 rule 3: the check-in of the UTC day needs no proof. */
export const dailyCheckinTaskTypes = [
  defineTaskType({
    id: 'engagement_daily_checkin',
    name: 'Daily Check-in',
    category: 'engagement',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ['daily'],
    config: NOTHING,
    inputs: NOTHING,
    available: true,
    completedBy: checkIn,
    facts: {},
    rule: () => ({ kind: 'pass' }),
    exampleConfig: {},
    exampleInputs: {},
  }),
];
