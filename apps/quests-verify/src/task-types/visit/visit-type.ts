import { completeVisit } from '@questp/messages/quests';
import { visitOutcome } from './visit-rule.js';
import { httpUrl, integer, object, text, withDefault } from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType, type TaskType } from '../../catalog/definition/task-type.js';

export const visitConfig = object(
  {
    url: httpUrl('Address to visit.'),
    minSeconds: withDefault(integer('Least time between opening the link and completing, in seconds.', 0, 600), 10),
  },
  ['url'],
);

/**
 * A type that is completed by a visit of a link: the server issues a token with the address and accepts it after
 * `minSeconds` at the earliest. It proves that the link was opened here, not that the page was read. Of a type that the
 * catalog calls manual, a reviewer decides about the visit unless the team chooses otherwise.
 */
export const visitType = (names: Pick<TaskType, 'id' | 'name' | 'category' | 'automation'>): TaskType =>
  defineTaskType({
    ...names,
    available: true,
    completedBy: completeVisit,
    methods: names.automation.level === 'manual' ? ['manual', 'platform_api'] : ['platform_api', 'manual'],
    periods: ANY_PERIOD,
    config: visitConfig,
    inputs: object({ visitToken: text('Token the server issued with the link.', 200) }, ['visitToken']),
    redactedInputs: ['visitToken'],
    facts: { visit: (_config, { visitToken }) => ({ visitToken }) },
    rule: (config, _inputs, { visit, now }) => visitOutcome(config, visit, now),
    exampleConfig: { url: 'https://example.org/launch', minSeconds: 10 },
    exampleInputs: { visitToken: 'example-token' },
  });
