import type { QuestCategory } from '@questp/messages/quests';
import type { TaskTypes } from '../definition/task-types.js';

/** Ids of the types that match a list's filter; undefined if the filter names neither types nor categories. */
export function taskTypeIds(
  types: TaskTypes,
  { category, taskTypeId }: { category?: QuestCategory; taskTypeId?: string },
): string[] | undefined {
  if (category === undefined && taskTypeId === undefined) return undefined;
  return types.all
    .filter(
      (type) =>
        (category === undefined || type.category === category) && (taskTypeId === undefined || type.id === taskTypeId),
    )
    .map(({ id }) => id);
}
