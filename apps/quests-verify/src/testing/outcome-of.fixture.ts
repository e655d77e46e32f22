import { NO_FACTS, type Facts } from '../catalog/definition/facts.js';
import { availableType, type TaskType } from '../catalog/definition/task-type.js';

/** Applies the rule of a task type; returns the code of a failure, otherwise the kind of the outcome. */
export function outcomeOf(type: TaskType | undefined, config: object, inputs: object, facts: Partial<Facts>): string {
  if (type === undefined) throw new Error('There is no such task type');
  const all = { ...NO_FACTS, now: new Date(), startsAt: null, endsAt: null, ...facts };
  const outcome = availableType(type).rule({ ...config }, { ...inputs }, all);
  return outcome.kind === 'fail' ? outcome.code : outcome.kind;
}
