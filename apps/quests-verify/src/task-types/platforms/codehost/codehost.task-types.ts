import { count, repository } from '../../../catalog/definition/common-fields.js';
import { choice, integer, line, object, withDefault } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { reviewedLink } from '../../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { common, failed, passed, target } from './common.js';
import { star } from './star.js';

const repo = repository('Repository as owner/name.');

/** Passes for enough of what the account made. */
const enough = (made: { accountId: string; count: number } | null, needed: number, what: string): Outcome =>
  made !== null && made.count >= needed
    ? passed(made.accountId)
    : failed(`Your linked account has ${made?.count ?? 0} of ${needed} ${what}.`);

const fork = defineTaskType({
  ...common,
  id: 'social_codehost_fork',
  name: 'Fork',
  periods: ONCE,
  config: object({ repository: repo }, ['repository']),
  target,
  facts: { codehostFork: ({ repository }) => ({ repository }) },
  rule: ({ repository }, _inputs, { codehostFork }) =>
    codehostFork?.isForked === true
      ? passed(codehostFork.accountId)
      : failed(`Your linked account has no fork of ${repository}.`),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

const pullRequest = defineTaskType({
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
  target,
  facts: {
    codehostPulls: ({ repository, requireState, label = null }) => ({
      repository,
      isMerged: requireState === 'merged',
      label,
    }),
  },
  rule: ({ minPullRequests, requireState }, _inputs, { codehostPulls }) =>
    enough(codehostPulls, minPullRequests, `pull requests ${requireState} since the campaign began`),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

const commit = defineTaskType({
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
  target,
  facts: { codehostCommits: ({ repository, branch = null }) => ({ repository, branch }) },
  rule: ({ minCommits }, _inputs, { codehostCommits }) =>
    enough(codehostCommits, minCommits, 'commits since the campaign began'),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

/** Spec 2.4 "Developer", code hosting. */
export const codehost = defineFamily({
  types: [
    star,
    fork,
    pullRequest,
    defineTaskType({
      ...reviewedLink({ repository: repo }, ['repository'], { repository: 'orbit/orbit-core' }),
      id: 'dev_codehost_issue',
      name: 'Issue',
      category: 'developer',
      automation: { level: 'manual' },
    }),
    commit,
  ],
});
