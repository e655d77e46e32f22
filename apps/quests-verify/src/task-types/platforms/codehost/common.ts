import { readCodehostRepository } from '@questp/messages/integrations';
import { NOTHING, type JsonObject } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { platformCheck } from '../platform-check.js';

/** Common members of task types that are checked at the code host. */
export const common = {
  category: 'developer',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  inputs: NOTHING,
  exampleInputs: {},
  ...platformCheck,
} as const;

/** Looks up the repository of a configuration, by its name in any case. */
export const target = {
  pointer: '/repository',
  contract: readCodehostRepository,
  ask: ({ repository }: { repository: string }) => ({ repository }),
  resolved: (config: JsonObject, value: object) => ({ ...config, ...value }),
};

export const passed = (accountId: string): Outcome => ({
  kind: 'pass',
  subjects: [{ kind: 'account', subject: `codehost/${accountId}` }],
});

export const failed = (detail: string): Outcome => ({ kind: 'fail', code: 'ACTION_NOT_FOUND', detail });
