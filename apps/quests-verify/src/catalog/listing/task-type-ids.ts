import type { QuestCategory } from '@questp/messages';
import { TASK_TYPES } from '../../task-types/index.js';

/** Ids of the types that fit a list's filter; undefined when it filters neither. */
export function taskTypeIds(filter: { category?: QuestCategory; taskTypeId?: string }): string[] | undefined {
  const { category, taskTypeId } = filter;
  if (category === undefined && taskTypeId === undefined) return undefined;
  return TASK_TYPES.filter(
    (type) =>
      (category === undefined || type.category === category) && (taskTypeId === undefined || type.id === taskTypeId),
  ).map(({ id }) => id);
}
