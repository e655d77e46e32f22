import type { SplitConfig, TaskType } from './task-type.js';
import type { JsonObject } from './json-schema.js';

const REDACTED = '[redacted]';

/** Parts a valid configuration into what may be shown and what stays on the server; merging both gives it back. */
export function splitConfig(type: TaskType, config: JsonObject): SplitConfig {
  return type.splitConfig?.(config) ?? { publicConfig: config, verificationConfig: {} };
}

/** The configuration as earners and the studio see it: no correct option, no code, no explanation. */
export function publicConfig(type: TaskType, config: JsonObject): JsonObject {
  return splitConfig(type, config).publicConfig;
}

/** The configuration rules work with. */
export function fullConfig({ publicConfig, verificationConfig }: SplitConfig): JsonObject {
  return { ...publicConfig, ...verificationConfig };
}

/**
 * Fills the secrets a studio update leaves out with the stored ones, so that a team can change a quest whose answers it
 * is never shown. To be validated afterwards.
 */
export function withStoredSecrets(type: TaskType, config: JsonObject, verificationConfig: JsonObject): JsonObject {
  return type.keepSecrets?.(config, verificationConfig) ?? config;
}

/** Valid inputs as they are stored, shown and exported. */
export function redactInputs(type: TaskType, inputs: JsonObject): JsonObject {
  const redacted = type.redactedInputs ?? [];
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, redacted.includes(name) ? REDACTED : value]),
  );
}
