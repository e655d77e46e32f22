import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonSchema } from './json-schema.js';
import type { TaskType } from './task-type.js';

/** Members of configurations, at any depth, that are shown to earners and read by no rule. */
export const SHOWN = new Set([
  'channelName',
  'chatTitle',
  'explanation',
  'explanations',
  'guildName',
  'hint',
  'instructions',
  'intro',
  'inviteUrl',
  'label',
  'mailIntro',
  'roleName',
  'shuffle',
  'summary',
  'text',
  'title',
]);

/** Whether two configurations, whole and valid, decide alike who has completed a quest. */
export const decidesAlike = (left: JsonObject, right: JsonObject): boolean =>
  isDeepStrictEqual(deciding(left), deciding(right));

function deciding(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deciding);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(
    Object.entries(value).flatMap(([name, member]) => (SHOWN.has(name) ? [] : [[name, deciding(member)]])),
  );
}

/** Whether a configuration as the studio sends it names a secret (`writeOnly`), right or wrong. */
export const namesSecrets = ({ configSchema }: TaskType, config: JsonObject): boolean =>
  hasSecret(configSchema, config);

function hasSecret(schema: JsonSchema, value: unknown): boolean {
  if (schema['writeOnly'] === true) return true;
  if (Array.isArray(value)) return value.some((item) => hasSecret((schema['items'] ?? {}) as JsonSchema, item));
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map(Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>));
  return Object.entries(value).some(([name, member]) => hasSecret(members.get(name) ?? {}, member));
}
