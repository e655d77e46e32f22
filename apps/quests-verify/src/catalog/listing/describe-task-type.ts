import { portableSchema } from '@questp/messages/language';
import type { TaskType as TaskTypeMessage } from '@questp/messages/quests';
import { expectedCost } from './expected-cost.js';
import type { TaskType } from '../definition/task-type.js';

type Schemas = Pick<TaskTypeMessage, 'configSchema' | 'inputSchema'>;

const known = new WeakMap<TaskType, Schemas>();

function schemasOf(type: TaskType): Schemas {
  const schemas = known.get(type) ?? portableSchema({ configSchema: type.config, inputSchema: type.inputs });
  known.set(type, schemas);
  return schemas;
}

/** An entry as the API shows it. */
export function describeTaskType(type: TaskType, enabled: boolean): TaskTypeMessage {
  return {
    id: type.id,
    name: type.name,
    category: type.category,
    automation: { level: type.automation.level, hint: type.automation.hint ?? null },
    methods: [...type.methods],
    periods: [...type.periods],
    ...schemasOf(type),
    proofInputs: [...(type.proof ?? [])],
    available: type.available,
    unavailableReason: type.available ? null : type.unavailableReason,
    expectedCost: expectedCost(type),
    enabled,
  };
}
