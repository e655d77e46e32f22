import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Count, Flag, Id, partial, Text, Time, UserId } from '../language/fields/index.js';
import { ACCOUNT_ID } from './oauth.js';
import { requests } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';
import { UploadTicket } from './files.js';
import { WebhookHeaders } from './webhooks.js';

/** A repository of the code host: its name, and its id, which it keeps. */
export class CodehostRepository {
  @Text({ max: 140, form: 'repository', description: 'In a request, a former name as well' })
  repository!: string;

  @Text({
    max: 16,
    form: 'digits',
    optional: true,
    description: 'A request without it finds the repository by its name',
  })
  repositoryId?: string;
}

/** Finds a public repository by its name or a former one, as the code host writes it. */
export const readCodehostRepository = factContract(
  'integrations.facts.codehost-repository',
  CodehostRepository,
  CodehostRepository,
  {
    reads: 'a public repository by its id, or its present or former name',
    within: 'one answer; redirects within the API of the code host are followed',
  },
);

class CodehostByEarnerRequest extends CodehostRepository {
  @UserId()
  userId!: string;
}

/** What the linked account has in a repository, by its present name. */
class CodehostFact extends partial(CodehostRepository) {
  @Text(ACCOUNT_ID)
  accountId!: string;
}

/** Whether an account of the code host has starred a repository. */
export class CodehostStar extends CodehostFact {
  @Flag()
  isStarred!: boolean;
}

/** Asks for the account that the user linked. */
export const readCodehostStar = ofAccount(
  { provider: 'codehost' },
  factContract(
    'integrations.facts.codehost-star',
    CodehostByEarnerRequest,
    CodehostStar,
    {
      reads: 'whether the linked account has starred the repository',
      within: 'the repository by its id, then the star by its present name',
    },
    requests(2),
  ),
);

/** Forks of an account under other names that one check looks at. */
export const MAX_CODEHOST_FORKS = 10;

/** Whether an account of the code host owns a fork of a repository. */
export class CodehostFork extends CodehostFact {
  @Flag()
  isForked!: boolean;

  @Flag({ optional: true, description: 'False: the account has further forks that were not looked at' })
  isComplete?: boolean;
}

export const readCodehostFork = ofAccount(
  { provider: 'codehost', byId: true },
  factContract(
    'integrations.facts.codehost-fork',
    CodehostByEarnerRequest,
    CodehostFork,
    {
      reads: 'a fork of the repository, or of one of its forks, that the linked account owns under any name',
      within: `the newest 100 forks, the repository of the same name, and ${MAX_CODEHOST_FORKS} forks among the newest 100 repositories of the account; beyond that a missing fork is for a reviewer`,
    },
    requests(5 + MAX_CODEHOST_FORKS, 2),
  ),
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
export class CodehostCount extends CodehostFact {
  @Count()
  count!: number;

  @Flag({ optional: true, description: 'False: there may be more than were counted' })
  isComplete?: boolean;
}

export const readCodehostPulls = ofAccount(
  { provider: 'codehost' },
  factContract(
    'integrations.facts.codehost-pulls',
    CodehostPullsRequest,
    CodehostCount,
    {
      reads:
        'the number of pull requests of the linked account, by a search for author, repository, state, label and time',
      within: 'the total of the search; one that did not end in time is inconclusive',
    },
    requests(4, 2),
  ),
);

class CodehostIssuesRequest extends CodehostByEarnerRequest {
  @Time(PERIOD_FROM)
  periodFrom!: Timestamp | null;
}

export const readCodehostIssues = ofAccount(
  { provider: 'codehost' },
  factContract(
    'integrations.facts.codehost-issues',
    CodehostIssuesRequest,
    CodehostCount,
    {
      reads: 'the number of issues that the linked account opened, by a search for author, repository and time',
      within: 'the total of the search; one that did not end in time is inconclusive',
    },
    requests(4, 2),
  ),
);

class CodehostCommitsRequest extends CodehostByEarnerRequest {
  @Text({ max: 200, nullable: true, description: 'Null: the default branch' })
  branch!: string | null;

  @Time(PERIOD_FROM)
  periodFrom!: Timestamp | null;
}

/** Pages of 100 commits that one check reads. */
export const MAX_COMMIT_PAGES = 10;

/** The newest 1,000 are counted. */
export const readCodehostCommits = ofAccount(
  { provider: 'codehost' },
  factContract(
    'integrations.facts.codehost-commits',
    CodehostCommitsRequest,
    CodehostCount,
    {
      reads: 'the number of commits of the linked account on a branch',
      within: `the newest ${MAX_COMMIT_PAGES * 100}; if they are too few and there are more, a reviewer decides`,
    },
    requests(MAX_COMMIT_PAGES + 2, 2),
  ),
);

/** The code host sends no larger event. */
export const MAX_CODEHOST_EVENT_BYTES = 25 * 1024 * 1024;

class CodehostEventRequest extends WebhookHeaders {
  @Id({ description: 'The webhook, as this platform numbers it' })
  hookId!: string;
}

/** UNAUTHENTICATED without the signature of the webhook, and for an unknown one. */
export const receiveCodehostEvent = contract({
  subject: 'integrations.codehost.receive',
  request: CodehostEventRequest,
  reply: UploadTicket,
  errors: ['INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'],
  http: {
    id: 'receiveCodehostEvent',
    route: 'POST /v1/codehost/webhook/:hookId',
    tag: 'webhooks',
    summary: 'Receive an event of a repository',
    description:
      'Called by the code host for a repository that quests of a project name, with the signature of the body in `X-Hub-Signature-256`. A body has at most 25 MB; it is read as it comes, and what a quest needs of it is stored before the answer.',
    again: 'An event (`X-GitHub-Delivery`) has its effect once.',
    webhook: true,
    upload: ['application/json'],
    maxBytes: MAX_CODEHOST_EVENT_BYTES,
  },
});
