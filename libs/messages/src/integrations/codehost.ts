import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Count, Flag, Id, Text, Time, UserId } from '../language/fields/index.js';
import { ACCOUNT_ID } from './oauth.js';
import { requests } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';
import { WebhookRequest } from './webhooks.js';

/** A repository of the code host. */
export class CodehostRepository {
  @Text({ max: 140, form: 'repository' })
  repository!: string;
}

/** Finds a public repository by its name, as the code host writes it. */
export const readCodehostRepository = factContract(
  'integrations.facts.codehost-repository',
  CodehostRepository,
  CodehostRepository,
);

class CodehostByEarnerRequest extends CodehostRepository {
  @UserId()
  userId!: string;
}

/** Whether an account of the code host has starred a repository. */
export class CodehostStar {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Flag()
  isStarred!: boolean;
}

/** Asks for the account that the user linked. */
export const readCodehostStar = ofAccount(
  { provider: 'codehost' },
  factContract('integrations.facts.codehost-star', CodehostByEarnerRequest, CodehostStar),
);

/** Whether an account of the code host owns a fork of a repository. */
export class CodehostFork {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Flag()
  isForked!: boolean;
}

export const readCodehostFork = ofAccount(
  { provider: 'codehost', byId: true },
  factContract('integrations.facts.codehost-fork', CodehostByEarnerRequest, CodehostFork, requests(3, 1)),
);

/** Start of the quest's period, or of the campaign where that is later. */
const PERIOD_FROM = { nullable: true, description: 'Only what was made from then on' } as const;

class CodehostPullsRequest extends CodehostByEarnerRequest {
  @Flag({ description: 'Only merged pull requests' })
  isMerged!: boolean;

  @Text({ max: 50, nullable: true })
  label!: string | null;

  @Time(PERIOD_FROM)
  periodFrom!: Timestamp | null;
}

/** How many of something an account of the code host made. */
export class CodehostCount {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Count()
  count!: number;
}

export const readCodehostPulls = ofAccount(
  { provider: 'codehost' },
  factContract('integrations.facts.codehost-pulls', CodehostPullsRequest, CodehostCount, requests(2, 1)),
);

class CodehostIssuesRequest extends CodehostByEarnerRequest {
  @Time(PERIOD_FROM)
  periodFrom!: Timestamp | null;
}

export const readCodehostIssues = ofAccount(
  { provider: 'codehost' },
  factContract('integrations.facts.codehost-issues', CodehostIssuesRequest, CodehostCount, requests(2, 1)),
);

class CodehostCommitsRequest extends CodehostByEarnerRequest {
  @Text({ max: 200, nullable: true, description: 'Null: the default branch' })
  branch!: string | null;

  @Time(PERIOD_FROM)
  periodFrom!: Timestamp | null;
}

/** Pages of 100 commits that one check reads. */
export const MOST_COMMIT_PAGES = 10;

/** Counted up to 1,000. */
export const readCodehostCommits = ofAccount(
  { provider: 'codehost' },
  factContract(
    'integrations.facts.codehost-commits',
    CodehostCommitsRequest,
    CodehostCount,
    requests(MOST_COMMIT_PAGES + 1, 1),
  ),
);

class CodehostEventRequest extends WebhookRequest {
  @Id({ description: 'The webhook, as this platform numbers it' })
  hookId!: string;
}

/** UNAUTHENTICATED without the signature of the webhook, and for an unknown one. */
export const receiveCodehostEvent = contract({
  subject: 'integrations.codehost.receive',
  request: CodehostEventRequest,
  reply: null,
  http: {
    id: 'receiveCodehostEvent',
    route: 'POST /v1/codehost/webhook/:hookId',
    tag: 'webhooks',
    summary: 'Receive an event of a repository',
    description:
      'Called by the code host for a repository that quests of a project name, with the signature of the body in `X-Hub-Signature-256`. An event is stored before the answer.',
    again: 'An event (`X-GitHub-Delivery`) has its effect once.',
    webhook: true,
    example: { body: '{"action":"created"}' },
  },
});
