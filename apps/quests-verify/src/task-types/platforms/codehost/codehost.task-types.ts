import { MAX_CODEHOST_FORKS, MAX_COMMIT_PAGES, type CodehostCount } from '@questp/messages/integrations';
import { count } from '../../../catalog/definition/common-fields.js';
import { choice, integer, line, object, withDefault } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { reviewedLinkOrCheck } from '../../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { platformCheck } from '../platform-check.js';
import { common, failed, ofRepository, passed, target, targetRepository } from './common.js';
import { star } from './star.js';
import { WatchedRepositoriesRepository } from './watched-repositories.repository.js';

/**
 * Passes for enough of what the account made in the period of the quest, and since the start of the campaign.
 * @param otherwise the outcome where the code host may have more than were counted
 */
function enough(made: CodehostCount | null, needed: number, what: string, otherwise: Outcome): Outcome {
  if (made !== null && made.count >= needed) return passed(made.accountId);
  if (made?.isComplete === false) return otherwise;
  return failed(`Your linked account has ${made?.count ?? 0} of ${needed} ${what} in the time of the quest.`);
}

const SEARCH_NOT_ENDED: Outcome = {
  kind: 'inconclusive',
  cause: 'not_ready',
  code: 'CHECK_UNAVAILABLE',
  detail: 'The search of the code host did not end in time; it is made again.',
};
const MORE_COMMITS: Outcome = {
  kind: 'review',
  detail: `The newest ${MAX_COMMIT_PAGES * 100} commits do not show it; older ones are not read.`,
};
const MORE_FORKS: Outcome = {
  kind: 'review',
  detail: `It is not among the newest ${MAX_CODEHOST_FORKS} forks of the account; older ones are not read.`,
};

const fork = defineTaskType({
  ...common,
  id: 'social_codehost_fork',
  name: 'Fork',
  periods: ONCE,
  config: object(targetRepository, ['repository']),
  target,
  facts: { codehostFork: ofRepository },
  ruleVersion: 2,
  rule: ({ repository }, _inputs, { codehostFork }) => {
    if (codehostFork?.isForked === true) return passed(codehostFork.accountId);
    if (codehostFork?.isComplete === false) return MORE_FORKS;
    return failed(`Your linked account has no fork of ${repository}.`);
  },
  exampleConfig: { repository: 'orbit/orbit-core' },
});

const pullRequest = defineTaskType({
  ...common,
  id: 'dev_codehost_pr',
  name: 'Pull Request',
  periods: ANY_PERIOD,
  config: object(
    {
      ...targetRepository,
      requireState: withDefault(choice('What the pull request has reached.', ['opened', 'merged']), 'merged'),
      label: line('Label it carries.', 50),
      minPullRequests: withDefault(integer('Pull requests needed.', 1, 100), 1),
    },
    ['repository'],
  ),
  target,
  facts: {
    codehostPulls: ({ requireState, label = null, ...config }) => ({
      ...ofRepository(config),
      isMerged: requireState === 'merged',
      label,
    }),
  },
  ruleVersion: 2,
  rule: ({ minPullRequests, requireState }, _inputs, { codehostPulls }) =>
    enough(codehostPulls, minPullRequests, `pull requests ${requireState}`, SEARCH_NOT_ENDED),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

const issue = defineTaskType({
  ...reviewedLinkOrCheck(
    { ...targetRepository, minIssues: withDefault(integer('Issues needed, where they are counted.', 1, 100), 1) },
    ['repository'],
    { repository: 'orbit/orbit-core' },
  ),
  ...platformCheck,
  id: 'dev_codehost_issue',
  name: 'Issue',
  category: 'developer',
  automation: { level: 'manual' },
  target,
  facts: { codehostIssues: ofRepository },
  ruleVersion: 2,
  rule: ({ minIssues }, _inputs, { codehostIssues }) => enough(codehostIssues, minIssues, 'issues', SEARCH_NOT_ENDED),
});

const commit = defineTaskType({
  ...common,
  id: 'dev_codehost_commit',
  name: 'Commit',
  periods: ANY_PERIOD,
  config: object(
    {
      ...targetRepository,
      branch: line('Branch that holds the commits; absent: the default branch.', 200),
      minCommits: withDefault(count('Commits needed.', 1000), 1),
    },
    ['repository'],
  ),
  target,
  facts: { codehostCommits: ({ branch = null, ...config }) => ({ ...ofRepository(config), branch }) },
  ruleVersion: 2,
  rule: ({ minCommits }, _inputs, { codehostCommits }) => enough(codehostCommits, minCommits, 'commits', MORE_COMMITS),
  exampleConfig: { repository: 'orbit/orbit-core' },
});

/** Spec 2.4 "Developer", code hosting. */
export const codehost = defineFamily({
  types: [star, fork, pullRequest, issue, commit],
  providers: [WatchedRepositoriesRepository],
});
