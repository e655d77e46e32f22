import { defineFamily } from '../../family/define-family.js';
import { count, repository } from '../../../catalog/definition/common-fields.js';
import { star, CodehostStarFact } from './star.js';
import { choice, integer, line, NOTHING, object, withDefault } from '../../../catalog/definition/json-schema.js';
import { reviewedLink } from '../../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';

const common = {
  category: 'developer',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  inputs: NOTHING,
  ...unavailable('the code hosting integration'),
} as const;
const repo = repository('Repository as owner/name.');

/** Spec 2.4 "Developer", code hosting. */
export const codehost = defineFamily({
  facts: [CodehostStarFact],
  types: [
    star,
    defineTaskType({
      ...common,
      id: 'social_codehost_fork',
      name: 'Fork',
      periods: ONCE,
      config: object({ repository: repo }, ['repository']),
    }),
    defineTaskType({
      ...common,
      id: 'dev_codehost_pr',
      name: 'Pull Request',
      periods: ANY_PERIOD,
      config: object(
        {
          repository: repo,
          requireState: withDefault(choice('What the pull request has reached.', ['opened', 'merged']), 'merged'),
          label: line('Label it carries.', 50),
          minPullRequests: withDefault(integer('Pull requests needed.', 1, 100), 1),
        },
        ['repository'],
      ),
    }),
    defineTaskType({
      ...reviewedLink({ repository: repo }, ['repository'], { repository: 'orbit/orbit-core' }),
      id: 'dev_codehost_issue',
      name: 'Issue',
      category: 'developer',
      automation: { level: 'manual' },
    }),
    defineTaskType({
      ...common,
      id: 'dev_codehost_commit',
      name: 'Commit',
      periods: ANY_PERIOD,
      config: object(
        {
          repository: repo,
          branch: line('Branch that holds the commits; absent: the default branch.', 200),
          minCommits: withDefault(count('Commits needed.', 1000), 1),
        },
        ['repository'],
      ),
    }),
  ],
});
