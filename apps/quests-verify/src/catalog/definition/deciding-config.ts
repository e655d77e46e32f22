import { isDeepStrictEqual } from 'node:util';
import { isShown, without, type JsonObject } from './json-schema.js';
import type { TaskType } from './task-type.js';

/** True if two valid configurations, secrets included, have the same rules for completing a quest. */
export const decidesAlike = ({ config }: TaskType, left: JsonObject, right: JsonObject): boolean =>
  isDeepStrictEqual(without(isShown, config, left), without(isShown, config, right));
