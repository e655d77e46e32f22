import type { Timestamp } from '../language/contract/common.js';
import { enumeration, Id, ListOf, Nested, OneOf, Prose, Text, Time, UserId, Whole } from '../language/fields/index.js';
import { LINKED_ACCOUNT_PROVIDERS, type LinkedAccountProvider } from '../shared/oauth-providers.js';
import { MAX_WALLETS } from '../shared/wallets.js';
import { ACCOUNT_HANDLE, ACCOUNT_ID } from './oauth.js';
import { requests } from './fact-costs.js';
import { factContract } from './facts.js';

/** Points of one completion. */
export const MAX_CHECK_POINTS = 1_000_000;
/** Characters of the message that an endpoint has for the earner. */
export const MAX_CHECK_MESSAGE = 300;

/**
 * What the endpoint of a project speaks: the contract of this platform, or that of another quest platform, so that an
 * endpoint that exists can be used unchanged.
 */
export const ENDPOINT_CONTRACTS = enumeration('EndpointContract', [
  'standard',
  'zealy',
  'galxe',
  'taskon',
  'taskon_reward',
  'intract',
  'questn',
  'soquest',
  'thx',
]);
export type EndpointContractName = (typeof ENDPOINT_CONTRACTS)[number];

export const ENDPOINT_METHODS = enumeration('EndpointMethod', ['GET', 'POST']);
export type EndpointMethod = (typeof ENDPOINT_METHODS)[number];

export class EarnerWallet {
  @Text({ min: 1, max: 64, form: 'chain_id', description: 'Chain of the wallet', example: 'cosmoshub-4' })
  chainId!: string;

  @Text({
    min: 1,
    max: 128,
    form: 'letters_and_digits',
    description: 'Address of the wallet',
    example: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
  })
  address!: string;
}

export class EarnerAccount {
  @OneOf(LINKED_ACCOUNT_PROVIDERS, { description: 'The platform', example: 'microblog' })
  platform!: LinkedAccountProvider;

  @Text({ ...ACCOUNT_ID, description: 'Permanent id of the account at the platform', example: '17' })
  accountId!: string;

  @Text({ ...ACCOUNT_HANDLE, nullable: true, description: 'Name of the account; null: it has none', example: 'luna' })
  handle!: string | null;
}

/** The identities of an earner that a quest sends to the endpoint of its project. */
export class EarnerIdentities {
  @ListOf(() => EarnerWallet, { max: MAX_WALLETS })
  wallets!: EarnerWallet[];

  @ListOf(() => EarnerAccount, { max: LINKED_ACCOUNT_PROVIDERS.length })
  accounts!: EarnerAccount[];

  @Text({ max: 64, form: 'hex_bytes', nullable: true, description: 'SHA-256 of the lower-case e-mail address' })
  emailSha256!: string | null;

  @Text({ max: 254, form: 'email', nullable: true, description: 'Only with the consent of the earner' })
  email!: string | null;
}

/** Where and how the endpoint of a project is called. */
export class ProjectEndpoint {
  @Text({ max: 2_048, form: 'web_url' })
  url!: string;

  @OneOf(ENDPOINT_CONTRACTS)
  contract!: EndpointContractName;

  @Text({ max: 500, form: 'printable_spaced', optional: true })
  secret?: string;

  @OneOf(ENDPOINT_METHODS, { optional: true })
  method?: EndpointMethod;

  @Text({ max: 2_000, form: 'prose', optional: true, description: 'Body of a POST of the contract galxe' })
  body?: string;

  @Text({ max: 200, form: 'prose', optional: true, description: 'JSON Pointer (RFC 6901) to the result of a check' })
  resultPointer?: string;

  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'The least number that passes' })
  resultAtLeast?: number;

  @Whole({ min: 0, max: MAX_CHECK_POINTS, optional: true })
  minPoints?: number;

  @Whole({ min: 0, max: MAX_CHECK_POINTS, optional: true, description: 'Absent: points in an answer are ignored' })
  maxPoints?: number;
}

export class ProjectCheckRequest {
  @Text({ min: 1, max: 64, form: 'token_text', description: 'Of the attempt; the same in each call for it' })
  attemptId!: string;

  @Id()
  projectId!: string;

  @Id()
  questId!: string;

  @UserId()
  userId!: string;

  @Nested(() => ProjectEndpoint)
  endpoint!: ProjectEndpoint;

  @Nested(() => EarnerIdentities)
  identities!: EarnerIdentities;

  @Time({ nullable: true, description: 'Acts of the earner count from then on; null: always' })
  startsAt!: Timestamp | null;

  @Time({ nullable: true, description: 'Acts of the earner count until then; null: always' })
  endsAt!: Timestamp | null;
}

export class ProjectCheck {
  @OneOf(enumeration('ProjectCheckResult', ['pass', 'fail']))
  result!: 'pass' | 'fail';

  @Prose({ max: MAX_CHECK_MESSAGE, nullable: true, description: 'Of the endpoint, for the earner' })
  message!: string | null;

  @Whole({ min: 0, max: MAX_CHECK_POINTS, nullable: true, description: 'Null: those of the quest' })
  points!: number | null;
}

/** Asks the endpoint of a project whether an earner has completed a quest. */
export const readProjectCheck = factContract(
  'integrations.facts.project-check',
  ProjectCheckRequest,
  ProjectCheck,
  {
    reads: 'the answer of the endpoint that a quest of type custom_rest names: pass or fail, a message and points',
    within: '16 KiB within 3 seconds, no redirects; an answer in another form is reported to the team and is no "no"',
  },
  requests(1),
);
