import { isDeepStrictEqual } from 'node:util';
import { isKept, isObject, isSecret, without, type JsonObject, type JsonSchema } from './json-schema.js';
import type { SplitConfig, TaskType } from './task-type.js';

const REDACTED = '[redacted]';

/**
 * Splits a valid configuration into a public part and the members that contain a secret. Merging both parts restores
 * the configuration.
 */
export function splitConfig(type: TaskType, config: JsonObject): SplitConfig {
  const shown = publicConfig(type, config);
  const hidden = Object.entries(config).filter(([name, member]) => !isDeepStrictEqual(shown[name], member));
  return { publicConfig: shown, verificationConfig: Object.fromEntries(hidden) };
}

/** The configuration for earners and the studio, without correct options, codes and explanations. */
export const publicConfig = (type: TaskType, config: JsonObject): JsonObject => without(isSecret, type.config, config);

/** True if a configuration contains a secret, valid or not. */
export const namesSecrets = (type: TaskType, config: JsonObject): boolean =>
  !isDeepStrictEqual(publicConfig(type, config), config);

/** The configuration with its secrets, for rules. */
export function fullConfig({ publicConfig, verificationConfig }: SplitConfig): JsonObject {
  return { ...publicConfig, ...verificationConfig };
}

/**
 * Adds the stored secrets that a studio update leaves out, since responses never contain them. Items of lists are
 * matched by id. The result is not validated yet.
 *
 * @param stored with its secrets
 */
export const withStoredSecrets = (type: TaskType, config: JsonObject, stored: JsonObject): JsonObject =>
  filled(type.config, config, stored);

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

/** The inputs that are stored, shown and exported; members that must not be stored are replaced. */
export function redactInputs(type: TaskType, inputs: JsonObject): JsonObject {
  const redacted = type.redactedInputs ?? [];
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, redacted.includes(name) ? REDACTED : value]),
  );
}
