import { isDeepStrictEqual } from 'node:util';
import { isShown, without, type JsonObject } from './json-schema.js';
import type { TaskType } from './task-type.js';

/**
 * True if two valid configurations, secrets included, have the same rules for completing a quest. Of a target, its id
 * decides where both know it, else its name: a quest of an earlier version gets the id when it is looked up again.
 */
export function decidesAlike({ config, target }: TaskType, left: JsonObject, right: JsonObject): boolean {
  const { id = '', pointer = '' } = target ?? {};
  const ignored = left[id] === undefined || right[id] === undefined ? id : pointer.slice(1);
  const deciding = (all: JsonObject) =>
    Object.entries(without(isShown, config, all)).filter(([member]) => id === '' || member !== ignored);
  return isDeepStrictEqual(new Map(deciding(left)), new Map(deciding(right)));
}
