import { MAX_USERNAMES } from '../identity/users.js';
import { FILES_PER_HOUR } from '../integrations/files.js';
import { MAX_WEBHOOKS } from '../integrations/project-webhooks.js';
import { WEBHOOKS_PER_MINUTE } from '../integrations/webhooks.js';
import { MAX_INVITATIONS, MAX_INVITATIONS_OF_USER } from '../quests/studio/invitations.js';

/** Wrong passwords before a CAPTCHA is required. */
const MAX_UNCHALLENGED = 3;

interface LimitKey {
  means: string;
  /** True if no other caller counts towards the limit of this key. */
  isOwn: boolean;
}

/** Keys of limits. A limit with several keys counts each combination. */
export const LIMIT_KEYS = {
  address: { means: 'IPv4 address or IPv6 /64 network of the caller', isOwn: true },
  principal: { means: 'User or operator that calls, or project of the API key that calls', isOwn: true },
  reader: { means: 'User, operator or API key that calls, or address of an anonymous caller', isOwn: true },
  user: { means: 'User that calls', isOwn: true },
  project: { means: 'Project, which only its team and its API keys use', isOwn: true },
  receiver: { means: 'Bot or repository whose platform proved the request', isOwn: true },
  connection: { means: 'Connection of the caller', isOwn: true },
  challenge: { means: 'Challenge, whose id only the requesting caller knows', isOwn: true },
  account: { means: 'Account named in the request', isOwn: false },
  mailAddress: { means: 'E-mail address named in the request', isOwn: false },
  quest: { means: 'Quest named in the request', isOwn: false },
  projectOfQuest: { means: 'Project of the quest named in the request', isOwn: false },
} as const satisfies Record<string, LimitKey>;

export type LimitKeyName = keyof typeof LIMIT_KEYS;

export interface LimitRow {
  service: string;
  /** What the limit counts. */
  what: string;
  by: readonly LimitKeyName[];
  /** The number, or the configuration variable of the service with it. */
  max: number | string;
  /** Absent: at a time. */
  per?: 'minute' | '15 minutes' | 'hour' | 'day' | '7 days' | '30 days';
  /** What happens above the limit. */
  above: string;
  /** For a limit without a key of the caller: why strangers cannot use it up. */
  shared?: string;
}

/** A limit that the gateway counts in windows of one minute, over all its replicas. */
interface RateLimitRow<By, Variable> extends LimitRow {
  by: readonly [By & LimitKeyName];
  max: Variable & string;
  /**
   * Each request is counted separately and refused while the shared counter is unreachable. Other rate limits lease
   * several counts, and are counted per gateway while it is unreachable.
   */
  strict: boolean;
}

const rate = <By extends 'address' | 'principal', Variable extends `LIMIT_${string}`>(
  what: string,
  by: By,
  max: Variable,
): RateLimitRow<By, Variable> => ({
  ...{ service: 'gateway', what, by: [by], max, per: 'minute', strict: false },
  above: '429 `RATE_LIMITED` with `Retry-After`',
});

const strictRate = <By extends 'address' | 'principal', Variable extends `LIMIT_${string}`>(
  what: string,
  by: By,
  max: Variable,
): RateLimitRow<By, Variable> => ({ ...rate(what, by, max), strict: true });

/** The rate limits of the gateway. */
export const RATE_LIMITS = {
  address: rate('Requests', 'address', 'LIMIT_ADDRESS'),
  anonymous: rate(
    'Requests without a token or with an invalid one; of webhooks those with a wrong secret or signature',
    'address',
    'LIMIT_ANONYMOUS',
  ),
  webhook: rate('Requests to webhooks', 'address', 'LIMIT_WEBHOOKS'),
  principal: rate('Requests', 'principal', 'LIMIT_PRINCIPAL'),
  principalWrites: rate('Requests that change something', 'principal', 'LIMIT_PRINCIPAL_WRITES'),
  challenge: strictRate('Challenges for a sign-in or a link', 'address', 'LIMIT_CHALLENGE'),
  verify: strictRate('Wallets, codes and accounts that are proven', 'address', 'LIMIT_VERIFY'),
  emailCode: strictRate('Requests for mailed codes', 'address', 'LIMIT_EMAIL_CODES'),
  password: strictRate('Passwords of users that are tried or set', 'address', 'LIMIT_PASSWORD'),
  adminSignIn: strictRate('Sign-ins and password resets of operators', 'address', 'LIMIT_ADMIN_SIGN_IN'),
  lookup: strictRate('Users and accounts that are looked up', 'address', 'LIMIT_LOOKUP'),
  accountExport: strictRate("Exports of the caller's account", 'address', 'LIMIT_ACCOUNT_EXPORTS'),
} as const satisfies Record<string, LimitRow>;

const daily = <Variable extends `LIMIT_${string}`>(what: string, max: Variable) => ({
  ...({ service: 'quests-verify', what, by: ['user'], max, per: 'day' } as const),
  above: '429 `RATE_LIMITED` with `Retry-After` until the next day (UTC)',
});

/** Limits per user and UTC day that quests-verify counts on creation and activation. */
export const DAILY_LIMITS = {
  newProjects: daily('Projects created', 'LIMIT_NEW_PROJECTS'),
  newCampaigns: daily('Campaigns created', 'LIMIT_NEW_CAMPAIGNS'),
  newQuests: daily('Quests created', 'LIMIT_NEW_QUESTS'),
  activations: daily('Campaigns activated and quests published', 'LIMIT_ACTIVATIONS'),
} as const satisfies Record<string, LimitRow>;

export type DailyLimitName = keyof typeof DAILY_LIMITS;

export type RateLimitName = keyof typeof RATE_LIMITS;
/** Configuration variables of the gateway with the rate limits. */
export type RateLimitVariable = (typeof RATE_LIMITS)[RateLimitName]['max'];

/** Every limit that counts by caller. `docs/reference/limits.md` is made from it. */
export const LIMITS = {
  ...RATE_LIMITS,
  ...DAILY_LIMITS,
  usernames: {
    ...{ service: 'identity', what: 'Usernames in use or given up', by: ['user'], max: MAX_USERNAMES },
    ...{ per: '30 days', above: '409 `TOO_MANY`' },
  },
  liveConnections: {
    ...{
      service: 'gateway',
      what: 'Live streams and sockets at one gateway',
      by: ['principal'],
      max: 'LIMIT_STREAMS',
    },
    above: '429 `RATE_LIMITED`; a slot is freed when its connection closes',
  },
  socketsPending: {
    service: 'gateway',
    what: 'Sockets at one gateway that are in no namespace, each for at most 5 s',
    ...{ by: ['address'], max: 'LIMIT_SOCKETS_PENDING', above: '429 `RATE_LIMITED` instead of the upgrade' },
  },
  socketRooms: {
    ...{ service: 'gateway', what: 'Rooms', by: ['connection'], max: 20 },
    above: '`RATE_LIMITED` in the answer to `join`',
  },
  emailCodesPerMinute: {
    ...{
      service: 'identity',
      what: 'Codes mailed to one e-mail address, per caller',
      by: ['address', 'mailAddress'],
      max: 5,
      per: 'minute',
    },
    above: '429 `RATE_LIMITED`',
  },
  emailCodesPerHour: {
    ...{
      service: 'identity',
      what: 'Codes mailed to one e-mail address, per caller',
      by: ['address', 'mailAddress'],
      max: 20,
      per: 'hour',
    },
    above: '429 `RATE_LIMITED`',
  },
  emailCodesOfAll: {
    service: 'identity',
    what: 'Codes mailed to one e-mail address, over all callers',
    ...{ by: ['mailAddress'], max: 60, per: 'hour', above: '429 `RATE_LIMITED`' },
    shared:
      'Callers in a network that the account signed in from, and those that proved its first factor, are admitted',
  },
  questCodesOfEarner: {
    ...{
      service: 'identity',
      what: 'Codes mailed to verify an address for a quest',
      by: ['user'],
      max: 20,
      per: 'day',
    },
    above: '429 `RATE_LIMITED` with `Retry-After` until the next day (UTC)',
  },
  questCodesOfAddress: {
    ...{
      service: 'identity',
      what: 'Codes of quests mailed to one address',
      by: ['mailAddress'],
      max: 10,
      per: 'day',
    },
    above: '429 `RATE_LIMITED` with `Retry-After` until the next day (UTC)',
    shared: 'It protects the mailbox of a stranger; the address of an account needs no code',
  },
  questCodesOfProject: {
    ...{ service: 'identity', what: 'Codes mailed for the quests of a project', by: ['projectOfQuest'] },
    ...{ max: 10_000, per: 'day' },
    above: '429 `RATE_LIMITED` with `Retry-After` until the next day (UTC)',
    shared: 'Each earner counts up to 20 a day, and the address of an account needs no code',
  },
  emailCodeTries: {
    ...{ service: 'identity', what: 'Wrong mailed codes', by: ['challenge'], max: 5 },
    above: 'The challenge ends',
  },
  secondFactorTries: {
    ...{ service: 'identity', what: 'Wrong second factors of one sign-in', by: ['challenge'], max: 5 },
    above: 'The sign-in starts again with its first step',
  },
  passwordAttempts: {
    ...{ service: 'identity', what: 'Wrong passwords', by: ['account', 'address'], max: 10, per: '15 minutes' },
    above: '429 `SIGN_IN_LOCKED`: one try a minute; two tries in 15 minutes after 50 wrong ones from all addresses',
  },
  passwordsOfAccount: {
    service: 'identity',
    what: 'Wrong passwords without a CAPTCHA, where one is configured',
    ...{ by: ['account'], max: MAX_UNCHALLENGED, per: '15 minutes', above: '403 `BOT_CHECK_REQUIRED`' },
    shared: 'Callers who solve the CAPTCHA are admitted, and operators from a known device without one',
  },
  passwordsOfAddress: {
    service: 'identity',
    what: 'Wrong passwords without a CAPTCHA, where one is configured',
    ...{ by: ['address'], max: MAX_UNCHALLENGED, per: '15 minutes', above: '403 `BOT_CHECK_REQUIRED`' },
  },
  secondFactorAttempts: {
    ...{ service: 'identity', what: 'Wrong second factors', by: ['account'], max: 10, per: '15 minutes' },
    above: '429 `SIGN_IN_LOCKED` for 15 minutes',
    shared: 'Only callers that proved the first factor',
  },
  apiKeys: {
    ...{ service: 'identity', what: 'Active API keys', by: ['project'], max: 20, above: '409 `TOO_MANY`' },
  },
  newApiKeys: {
    ...{ service: 'identity', what: 'API keys created, on a day (UTC)', by: ['user'], max: 'LIMIT_NEW_API_KEYS' },
    ...{ per: 'day', above: '429 `RATE_LIMITED` with `Retry-After` until the next day' },
  },
  secretCodes: {
    ...{ service: 'quests-verify', what: 'Wrong secret codes', by: ['user', 'quest'], max: 10, per: '15 minutes' },
    above: '429 `SECRET_CODE_LOCKED`',
  },
  secretCodesOfQuest: {
    ...{ service: 'quests-verify', what: 'Wrong secret codes of all earners', by: ['quest'], max: 200 },
    ...{
      per: '15 minutes',
      above: 'An earner waits after each own wrong code; accounts less than a day old from a quarter of the limit',
    },
    shared: 'An earner who entered no wrong code does not wait',
  },
  secretCodesOfAddress: {
    ...{ service: 'quests-verify', what: 'Wrong secret codes', by: ['address', 'quest'], max: 100 },
    ...{ per: '15 minutes', above: 'An earner at the IP address waits after each own wrong code' },
  },
  configuredSpaces: {
    ...{ service: 'integrations', what: 'Spaces of quests that have not ended', by: ['project'], max: 50 },
    above: 'A Space is not read; its quests fall back to their window or to review',
  },
  submittedSpaces: {
    ...{ service: 'integrations', what: 'Submitted Spaces that have not ended', by: ['project'], max: 500 },
    above: 'A Space is not read; its submission goes to review',
  },
  invitations: {
    ...{ service: 'quests-verify', what: 'Open invitations', by: ['project'], max: MAX_INVITATIONS },
    above: '409 `TOO_MANY`',
  },
  invitationsOfUser: {
    service: 'quests-verify',
    what: 'Invitations of one user to one project',
    ...{ by: ['project', 'account'], max: MAX_INVITATIONS_OF_USER, per: '7 days', above: '409 `TOO_MANY`' },
  },
  invitationsSent: {
    service: 'quests-verify',
    what: 'Invitations sent by a user',
    ...{ by: ['user'], max: 'LIMIT_INVITATIONS_SENT', per: 'day', above: '429 `RATE_LIMITED`' },
  },
  invitationsReceived: {
    service: 'quests-verify',
    what: 'Invitations received by a user',
    ...{ by: ['account'], max: 'LIMIT_INVITATIONS_RECEIVED', per: 'day', above: '409 `INVITATION_REFUSED`' },
    shared: 'Protects the invited user; what a caller does for itself does not count towards it',
  },
  files: {
    ...{ service: 'integrations', what: 'Presigned files', by: ['user'], max: FILES_PER_HOUR, per: 'hour' },
    above: '429 `RATE_LIMITED`',
  },
  imageReads: {
    ...{ service: 'integrations', what: 'Concurrent image downloads, per replica', by: ['reader'], max: 64 },
    above: '429 `RATE_LIMITED`',
  },
  evidenceReads: {
    ...{ service: 'integrations', what: 'Concurrent evidence downloads, per replica', by: ['reader'], max: 16 },
    above: '429 `RATE_LIMITED`',
  },
  exportReads: {
    ...{ service: 'exports', what: 'Concurrent exports, per replica', by: ['reader'], max: 16 },
    above: '429 `RATE_LIMITED`',
  },
  allocationReads: {
    ...{ service: 'escrow-ops', what: 'Concurrent downloads of allocations, per replica', by: ['reader'], max: 16 },
    above: '429 `RATE_LIMITED`',
  },
  payoutBatchReads: {
    ...{ service: 'escrow-ops', what: 'Concurrent downloads of payout batches, per replica', by: ['reader'], max: 16 },
    above: '429 `RATE_LIMITED`',
  },
  accountExportReads: {
    ...{ service: 'exports', what: 'Concurrent account exports, per replica', by: ['reader'], max: 4 },
    above: '429 `RATE_LIMITED`',
  },
  uploads: {
    ...{ service: 'integrations', what: 'Concurrent uploads, per replica', by: ['user'], max: 4 },
    above: '429 `RATE_LIMITED`',
  },
  codehostEvents: {
    ...{ service: 'integrations', what: 'Concurrent events of repositories, per replica', by: ['receiver'], max: 20 },
    above: '429 `RATE_LIMITED`',
  },
  webhookDeliveries: {
    ...{ service: 'integrations', what: 'Requests of a platform that are stored', by: ['receiver'] },
    ...{ max: WEBHOOKS_PER_MINUTE, per: 'minute', above: '429 `RATE_LIMITED`' },
  },
  webhooks: {
    ...{ service: 'integrations', what: 'Webhooks', by: ['project'], max: MAX_WEBHOOKS, above: '409 `TOO_MANY`' },
  },
  endpointCalls: {
    ...{ service: 'integrations', what: 'Calls of the endpoints of `custom_rest` quests', by: ['project'], max: 600 },
    ...{ per: 'minute', above: 'the check goes on in the next minute' },
  },
  signingSecretTests: {
    ...{ service: 'integrations', what: 'Tests of the signing secret', by: ['project'], max: 10, per: 'minute' },
    above: '429 `RATE_LIMITED`',
  },
} as const satisfies Record<string, LimitRow>;
