import type { Campaign, CampaignDraft, CampaignStatus, FieldError, RewardPool } from '@questp/messages';
import type { Campaign as PrismaCampaign } from '../generated/prisma/client.js';
import { description, slug, timestamp, title, url } from '../studio/fields.js';
import { iso } from '../studio/timestamps.js';
import { requireValid } from '../studio/validate.js';
import { toDate } from '../studio/window.js';
import { object, type JsonSchema } from '../task-types/json-schema.js';
import { REWARD_POOL, rewardPoolErrors } from './reward-pool.js';

export type CampaignRow = Omit<PrismaCampaign, 'rewardPool' | 'status'> & {
  rewardPool: RewardPool | null;
  status: CampaignStatus;
};

/** What a team sets. */
export type CampaignFields = Pick<
  CampaignRow,
  'slug' | 'title' | 'description' | 'imageUrl' | 'startsAt' | 'endsAt' | 'rewardPool'
>;

type CampaignRequest = Partial<CampaignDraft> & { slug?: string };

const FIELDS = {
  slug,
  title,
  description,
  imageUrl: url,
  startsAt: timestamp,
  endsAt: timestamp,
  rewardPool: { ...REWARD_POOL, type: ['object', 'null'] },
} satisfies Record<keyof CampaignFields, JsonSchema>;

export const NEW_CAMPAIGN = object(FIELDS, ['slug', 'title']);
export const CAMPAIGN_CHANGE = object(FIELDS);

export const EMPTY_CAMPAIGN = { description: null, imageUrl: null, startsAt: null, endsAt: null, rewardPool: null };

/** The members of a request as they are stored. VALIDATION_FAILED */
export function readCampaignFields<R extends CampaignRequest>(schema: JsonSchema, request: R) {
  requireValid(schema, request);
  const { startsAt, endsAt, ...rest } = request;
  return {
    ...rest,
    ...(startsAt === undefined ? {} : { startsAt: toDate(startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: toDate(endsAt) }),
  };
}

export const poolErrors = ({ rewardPool }: Pick<CampaignFields, 'rewardPool'>): FieldError[] =>
  rewardPool === null ? [] : rewardPoolErrors(rewardPool);

export function toPublicFields(row: CampaignRow): Omit<Campaign, 'createdAt' | 'updatedAt'> {
  return {
    id: row.id,
    projectId: row.projectId,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    status: row.status,
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    rewardPool: row.rewardPool,
    activatedAt: iso(row.activatedAt),
    endedAt: iso(row.endedAt),
  };
}

export function toCampaign(row: CampaignRow): Campaign {
  return { ...toPublicFields(row), createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}
