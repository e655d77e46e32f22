import { count, repository } from '../../../catalog/definition/common-fields.js';
import { choice, integer, line, object, withDefault } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { reviewedLinkOrCheck } from '../../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { platformCheck } from '../platform-check.js';
import { common, failed, passed, target } from './common.js';
import { star } from './star.js';
import { WatchedRepositories } from './watched-repositories.js';

const repo = repository('Repository as owner/name.');

/** Passes for enough of what the account made in the period of the quest, and since the start of the campaign. */
const enough = (made: { accountId: string; count: number } | null, needed: number, what: string): Outcome =>
  made !== null && made.count >= needed
    ? passed(made.accountId)
    : failed(`Your linked account has ${made?.count ?? 0} of ${needed} ${what} in the time of the quest.`);

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
    enough(codehostPulls, minPullRequests, `pull requests ${requireState}`),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

const issue = defineTaskType({
  ...reviewedLinkOrCheck(
    { repository: repo, minIssues: withDefault(integer('Issues needed, where they are counted.', 1, 100), 1) },
    ['repository'],
    { repository: 'orbit/orbit-core' },
  ),
  ...platformCheck,
  id: 'dev_codehost_issue',
  name: 'Issue',
  category: 'developer',
  automation: { level: 'manual' },
  target,
  facts: { codehostIssues: ({ repository }) => ({ repository }) },
  rule: ({ minIssues }, _inputs, { codehostIssues }) => enough(codehostIssues, minIssues, 'issues'),
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
  rule: ({ minCommits }, _inputs, { codehostCommits }) => enough(codehostCommits, minCommits, 'commits'),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

/** Spec 2.4 "Developer", code hosting. */
export const codehost = defineFamily({
  types: [star, fork, pullRequest, issue, commit],
  providers: [WatchedRepositories],
});
