import { isDeepStrictEqual } from 'node:util';
import { isKept, isObject, isSecret, without, type JsonObject, type JsonSchema } from './json-schema.js';
import type { SplitConfig, TaskType } from './task-type.js';

const REDACTED = '[redacted]';

/**
 * Parts a valid configuration into what may be shown and what stays on the server: its members with a secret, whole.
 * Merging both gives it back.
 */
export function splitConfig(type: TaskType, config: JsonObject): SplitConfig {
  const shown = publicConfig(type, config);
  const hidden = Object.entries(config).filter(([name, member]) => !isDeepStrictEqual(shown[name], member));
  return { publicConfig: shown, verificationConfig: Object.fromEntries(hidden) };
}

/** The configuration as earners and the studio see it: no correct option, no code, no explanation. */
export const publicConfig = (type: TaskType, config: JsonObject): JsonObject => without(isSecret, type.config, config);

/** Whether a configuration as the studio sends it names a secret, right or wrong. */
export const namesSecrets = (type: TaskType, config: JsonObject): boolean =>
  !isDeepStrictEqual(publicConfig(type, config), config);

/** The configuration rules work with. */
export function fullConfig({ publicConfig, verificationConfig }: SplitConfig): JsonObject {
  return { ...publicConfig, ...verificationConfig };
}

/**
 * Fills the secrets a studio update leaves out with the stored ones, so that a team can change a quest whose answers it
 * is never shown; items of lists are known by their ids. To be validated afterwards.
 */
export const withStoredSecrets = (type: TaskType, config: JsonObject, verificationConfig: JsonObject): JsonObject =>
  filled(type.config, config, verificationConfig);

function filled({ properties = {} }: JsonSchema, changed: JsonObject, stored: JsonObject): JsonObject {
  const members = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    if (!Object.hasOwn(stored, name)) return [];
    const [given, kept] = [changed[name], stored[name]];
    if (isSecret(schema)) {
      return !Object.hasOwn(changed, name) && isKept(schema, changed, stored) ? [[name, kept]] : [];
    }
    if (!Array.isArray(given) || !Array.isArray(kept)) return [];
    return [[name, given.map((item: unknown) => filledItem(schema.items ?? {}, item, kept.filter(isObject)))]];
  });
  return { ...changed, ...Object.fromEntries(members) };
}

function filledItem(schema: JsonSchema, item: unknown, stored: readonly JsonObject[]): unknown {
  if (!isObject(item)) return item;
  const known = stored.find(({ id }) => id !== undefined && id === item['id']);
  return known === undefined ? item : filled(schema, item, known);
}

/** Valid inputs as they are stored, shown and exported. */
export function redactInputs(type: TaskType, inputs: JsonObject): JsonObject {
  const redacted = type.redactedInputs ?? [];
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, redacted.includes(name) ? REDACTED : value]),
  );
}
