import type { SplitConfig } from './task-type.js';
import type { JsonObject } from './json-schema.js';

/** `splitConfig` and `keepSecrets` of a type whose secrets are whole members of its configuration. */
export function secretMembers(...names: string[]) {
  return {
    splitConfig(config: JsonObject): SplitConfig {
      const entries = Object.entries(config);
      return {
        publicConfig: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
        verificationConfig: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
      };
    },
    keepSecrets: (config: JsonObject, verificationConfig: JsonObject): JsonObject => ({
      ...verificationConfig,
      ...config,
    }),
  };
}
