import type { TaskType as TaskTypeMessage } from '@questp/messages/quests';
import { expectedCost } from './expected-cost.js';
import type { TaskType } from '../definition/task-type.js';

/** An entry as the API shows it. */
export function describeTaskType(type: TaskType, enabled: boolean): TaskTypeMessage {
  return {
    id: type.id,
    name: type.name,
    category: type.category,
    automation: { level: type.automation.level, hint: type.automation.hint ?? null },
    methods: [...type.methods],
    periods: [...type.periods],
    configSchema: type.config,
    inputSchema: type.inputs,
    proofInputs: [...(type.proof ?? [])],
    available: type.available,
    unavailableReason: type.available ? null : type.unavailableReason,
    expectedCost: expectedCost(type),
    enabled,
  };
}
