import { taskType } from '../../task-types/index.js';
import type { JsonObject, SplitConfig } from './task-type.js';

const REDACTED = '[redacted]';

/** Parts a valid configuration into what may be shown and what stays on the server; merging both gives it back. */
export function splitConfig(taskTypeId: string, config: JsonObject): SplitConfig {
  return taskType(taskTypeId).splitConfig?.(config) ?? { publicConfig: config, verificationConfig: {} };
}

/** The configuration as earners and the studio see it: no correct option, no code, no explanation. */
export function publicConfig(taskTypeId: string, config: JsonObject): JsonObject {
  return splitConfig(taskTypeId, config).publicConfig;
}

/** The configuration rules work with. */
export function fullConfig({ publicConfig, verificationConfig }: SplitConfig): JsonObject {
  return { ...publicConfig, ...verificationConfig };
}

/**
 * Fills the secrets a studio update leaves out with the stored ones, so that a team can change a quest whose answers it
 * is never shown. To be validated afterwards.
 */
export function withStoredSecrets(taskTypeId: string, config: JsonObject, verificationConfig: JsonObject): JsonObject {
  return taskType(taskTypeId).keepSecrets?.(config, verificationConfig) ?? config;
}

/** Valid inputs as they are stored, shown and exported. */
export function redactInputs(taskTypeId: string, inputs: JsonObject): JsonObject {
  const redacted = taskType(taskTypeId).redactedInputs ?? [];
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, redacted.includes(name) ? REDACTED : value]),
  );
}
