import { readCodehostRepository, type CodehostRepository } from '@questp/messages/integrations';
import { repository } from '../../../catalog/definition/common-fields.js';
import type { FactValues } from '../../../catalog/definition/facts.js';
import { NOTHING, text, type JsonObject } from '../../../catalog/definition/json-schema.js';
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

/** Members of a configuration that names a repository. */
export const targetRepository = {
  repository: repository('Repository as owner/name.'),
  repositoryId: text('Id of the repository; looked up.', 16, { pattern: '^[0-9]+$' }),
};

/** The repository in requests of facts. Configurations that are older than ids have the name alone. */
export const ofRepository = ({ repository, repositoryId }: CodehostRepository): CodehostRepository => ({
  repository,
  ...(repositoryId !== undefined && { repositoryId }),
});

const FACTS = ['codehostStar', 'codehostFork', 'codehostPulls', 'codehostIssues', 'codehostCommits'] as const;

/** Looks up the repository of a configuration by its name, in any case; it keeps its id when it is renamed. */
export const target = {
  pointer: '/repository',
  id: 'repositoryId',
  contract: readCodehostRepository,
  ask: ({ repository }: { repository: string }, _projectId: string, repositoryId?: string) =>
    ofRepository({ repository, ...(repositoryId !== undefined && { repositoryId }) }),
  resolved: (config: JsonObject, found: object) => ({ ...config, ...found }),
  renamed: ({ repository: from, repositoryId }: CodehostRepository, facts: FactValues) => {
    const { repository: to, repositoryId: id } = FACTS.flatMap((name) => facts[name] ?? [])[0] ?? {};
    if (to === undefined || id === undefined || (to === from && id === repositoryId)) return undefined;
    return { members: { repository: to, repositoryId: id }, from, to };
  },
};

export const passed = (accountId: string): Outcome => ({
  kind: 'pass',
  subjects: [{ kind: 'account', subject: `codehost/${accountId}` }],
});

export const failed = (detail: string): Outcome => ({ kind: 'fail', code: 'ACTION_NOT_FOUND', detail });
