import { Creating, type Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import { Count, Id, OneOf, Text, Time, UserId, Whole, combine, enumeration } from '../../language/fields/index.js';
import { PublicUser } from '../../shared/public-user.js';
import { ByEarner } from '../verification/credit.js';

/** The most referrals that are counted for a quest. */
export const MAX_REFERRALS_COUNTED = 1_000;

const CODE = { max: 64, example: 'q7Zk0yQm5pVX' };

/** An earner's invitations for a quest. */
export class ReferralStatus {
  @Text({ ...CODE, description: 'Your code for the campaign; it stays the same and does not show who you are' })
  code!: string;

  @Whole({ min: 0, max: MAX_REFERRALS_COUNTED, description: 'Earners who used the code; 1,000 means 1,000 or more' })
  referred!: number;

  @Whole({ min: 0, max: MAX_REFERRALS_COUNTED, description: 'Those who count now; 1,000 means 1,000 or more' })
  counted!: number;

  @Count({ description: 'Referrals that complete the quest', example: 3 })
  needed!: number;
}

const QUEST_REFERRALS = '/v1/quests/:questId/referrals';
const tag = 'referrals';

/** Creates the code at the first call. */
export const getReferralStatus = contract({
  subject: 'quests.referrals.status',
  request: ByEarner,
  reply: ReferralStatus,
  errors: ['WRONG_TASK_TYPE', 'MEMBER_CANNOT_EARN'],
  http: {
    id: 'getReferralStatus',
    route: `GET ${QUEST_REFERRALS}/status`,
    tag,
    summary: 'Get your referral code and counts',
  },
});

/**
 * - pending: the earner has not met the condition of the quest yet.
 * - counted: the earner counts now.
 * - refused: the earner does not count, for `reason`.
 */
export const REFERRAL_STATES = enumeration('ReferralState', ['pending', 'counted', 'refused']);
export type ReferralState = (typeof REFERRAL_STATES)[number];

/**
 * - SELF_REFERRAL: the account was merged with yours.
 * - SAME_METHOD: the account has, or had, a wallet, e-mail address or linked account that was yours.
 * - CIRCLE: the earner invited you, or the earner who invited you.
 * - TEAM_MEMBER: the earner is a member of the project.
 * - ACCOUNT_SUSPENDED, ACCOUNT_MERGED, ACCOUNT_DELETED: the status of the account.
 */
export const REFERRAL_REFUSALS = enumeration('ReferralRefusal', [
  'SELF_REFERRAL',
  'SAME_METHOD',
  'CIRCLE',
  'TEAM_MEMBER',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_MERGED',
  'ACCOUNT_DELETED',
]);
export type ReferralRefusal = (typeof REFERRAL_REFUSALS)[number];

/** An earner who used the caller's code. */
export class Referee extends PublicUser {
  @Time({ description: 'When the earner used the code' })
  referredAt!: Timestamp;

  @OneOf(REFERRAL_STATES, { description: 'Whether the earner counts for the quest', example: 'counted' })
  state!: ReferralState;

  @OneOf(REFERRAL_REFUSALS, {
    nullable: true,
    description: 'Why the earner does not count; null: not refused',
    example: null,
  })
  reason!: ReferralRefusal | null;
}

class ListRefereesRequest extends combine(PageRequest, ByEarner) {}

export const listReferees = contract({
  subject: 'quests.referrals.list',
  request: ListRefereesRequest,
  reply: pageOf(Referee),
  errors: ['WRONG_TASK_TYPE'],
  http: {
    id: 'listReferees',
    route: `GET ${QUEST_REFERRALS}`,
    tag,
    summary: 'List the earners who used your referral code, newest first',
  },
});

/** The campaign that an earner was invited to. */
export class Referral {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Time({ description: 'When the code was used' })
  referredAt!: Timestamp;
}

class UseReferralCodeRequest extends Creating {
  @UserId({ from: 'userId' })
  userId!: string;

  @Text({ ...CODE, min: 1, description: 'Referral code of an earner for a campaign' })
  code!: string;
}

/** The first referrer stays. The same code again returns the same referral. */
export const recordReferral = contract({
  subject: 'quests.referrals.record',
  request: UseReferralCodeRequest,
  reply: Referral,
  errors: ['CAMPAIGN_NOT_ACTIVE', 'MEMBER_CANNOT_EARN', 'REFERRAL_REFUSED'],
  http: {
    id: 'recordReferral',
    route: 'POST /v1/referrals',
    tag,
    summary: 'Record the earner who invited you to a campaign',
    description: 'Possible before your first completion in the campaign; the first referrer stays.',
    idempotent: true,
  },
});

/** For the referrer: an invited earner met the condition of a quest. */
export class ReferralCounted {
  @UserId()
  userId!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle!: string;
}
