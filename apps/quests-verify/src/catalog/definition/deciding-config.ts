import { isDeepStrictEqual } from 'node:util';
import { isShown, without, type JsonObject } from './json-schema.js';
import type { TaskType } from './task-type.js';

/**
 * True if two valid configurations, secrets included, have the same rules for completing a quest. The name of a target
 * whose id is known decides nothing.
 */
export function decidesAlike({ config, target }: TaskType, left: JsonObject, right: JsonObject): boolean {
  const id = target?.id;
  const isSameTarget = id !== undefined && left[id] !== undefined && left[id] === right[id];
  const name = isSameTarget ? target?.pointer.slice(1) : undefined;
  const deciding = (all: JsonObject) =>
    Object.entries(without(isShown, config, all)).filter(([member]) => member !== name);
  return isDeepStrictEqual(new Map(deciding(left)), new Map(deciding(right)));
}
