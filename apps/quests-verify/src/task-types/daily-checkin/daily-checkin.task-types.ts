import { checkIn } from '@questp/messages/quests';
import { integer, NOTHING, object, shown, withDefault } from '../../catalog/definition/json-schema.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';

/** Missed days change no credit, so the configuration has nothing that a rule reads. */
export const checkInConfig = object({
  freezeDays: shown(withDefault(integer('Days that a streak may miss without ending.', 0, 30), 0)),
});

/** Spec 2.5, 4.2 rule 3: the check-in of the UTC day needs no proof. */
export const dailyCheckinTaskTypes = [
  defineTaskType({
    id: 'engagement_daily_checkin',
    name: 'Daily Check-in',
    category: 'engagement',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ['daily'],
    config: checkInConfig,
    inputs: NOTHING,
    available: true,
    completedBy: checkIn,
    facts: {},
    rule: () => ({ kind: 'pass' }),
    exampleConfig: { freezeDays: 2 },
    exampleInputs: {},
  }),
];
