import { contract } from '../../language/contract/contract.js';
import { combine, Id, ListOfText, Nested, Text, pick } from '../../language/fields/index.js';
import { MAX_MEMBERS } from './invitations.js';
import { RewardPool } from './reward-pool.js';

class PoolAudienceRequest {
  @Id()
  campaignId!: string;
}

class CampaignAndTeam {
  @Text({ max: 160 })
  campaignTitle!: string;

  @ListOfText({ max: MAX_MEMBERS, maxLength: 40, form: 'user_id', description: 'The team' })
  userIds!: string[];
}

/** What notifications about a reward pool contain, and the team that receives them. */
export class PoolAudience extends combine(CampaignAndTeam, pick(RewardPool, 'symbol', 'decimals')) {}

class PoolAudienceReply {
  @Nested(() => PoolAudience, {
    nullable: true,
    description: 'Null: the campaign does not exist, or has no reward pool',
  })
  pool!: PoolAudience | null;
}

export const getPoolAudience = contract({
  subject: 'quests.pools.audience',
  request: PoolAudienceRequest,
  reply: PoolAudienceReply,
  callers: ['notifier'],
  reads: true,
});
