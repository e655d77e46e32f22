import { isDeepStrictEqual } from 'node:util';
import { isShown, without, type JsonObject } from './json-schema.js';
import type { TaskType } from './task-type.js';

/** Whether two configurations, whole and valid, decide alike who has completed a quest. */
export const decidesAlike = ({ config }: TaskType, left: JsonObject, right: JsonObject): boolean =>
  isDeepStrictEqual(without(isShown, config, left), without(isShown, config, right));
