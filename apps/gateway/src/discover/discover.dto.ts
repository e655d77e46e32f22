import {
  AVAILABILITY_STATES,
  CAMPAIGN_STATUSES,
  QUEST_CATEGORIES,
  VERIFICATION_METHODS,
  type Availability,
  type AvailabilityState,
  type CampaignStatus,
  type EarnerQuest,
  type PublicCampaign,
  type PublicProject,
  type QuestCategory,
  type VerificationMethod,
} from '@questp/messages';
import { RewardPoolDto } from '../campaigns/campaigns.dto.js';
import {
  AnyObject,
  Count,
  Id,
  Line,
  ListOfText,
  Nested,
  OneOf,
  Slug,
  TaskTypeId,
  Text,
  TextMap,
  Time,
  UUID,
} from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';
import { PeriodDto } from '../quests/period.dto.js';

const SEARCH = { max: 100, optional: true, description: 'Words to find' };

export class PublicProjectDto implements PublicProject {
  @Id()
  id!: string;

  @Slug()
  slug!: string;

  @Text()
  name!: string;

  @Text({ nullable: true })
  description!: string | null;

  @Text({ nullable: true })
  websiteUrl!: string | null;

  @Text({ nullable: true })
  logoUrl!: string | null;

  @TextMap({ maxEntries: 20, maxLength: 2048, pattern: /^https:\/\/\S+$/ })
  links!: Record<string, string>;

  @Time()
  createdAt!: string;
}

export class ProjectSummaryDto {
  @Id()
  id!: string;

  @Slug()
  slug!: string;

  @Text()
  name!: string;

  @Text({ nullable: true })
  logoUrl!: string | null;
}

export class PublicCampaignDto implements PublicCampaign {
  @Id()
  id!: string;

  @Id()
  projectId!: string;

  @Slug()
  slug!: string;

  @Text()
  title!: string;

  @Text({ nullable: true })
  description!: string | null;

  @Text({ nullable: true })
  imageUrl!: string | null;

  @Time({ nullable: true })
  startsAt!: string | null;

  @Time({ nullable: true })
  endsAt!: string | null;

  @Nested(() => RewardPoolDto, { nullable: true })
  rewardPool!: RewardPoolDto | null;

  @OneOf(CAMPAIGN_STATUSES)
  status!: CampaignStatus;

  @Time({ nullable: true })
  activatedAt!: string | null;

  @Time({ nullable: true })
  endedAt!: string | null;

  @Nested(() => ProjectSummaryDto)
  project!: ProjectSummaryDto;
}

export class AvailabilityDto implements Availability {
  @OneOf(AVAILABILITY_STATES)
  state!: AvailabilityState;

  @Text({ nullable: true, description: 'The error code the action would answer with', example: 'QUEST_COOLDOWN' })
  reason!: string | null;

  @Time({ nullable: true })
  availableAt!: string | null;
}

export class EarnerQuestDto implements Omit<EarnerQuest, 'period'> {
  @Id()
  id!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Slug()
  slug!: string;

  @Text()
  title!: string;

  @Text({ nullable: true })
  description!: string | null;

  @Text({ nullable: true })
  imageUrl!: string | null;

  @TaskTypeId()
  taskTypeId!: string;

  @OneOf(QUEST_CATEGORIES)
  category!: QuestCategory;

  @OneOf(VERIFICATION_METHODS)
  method!: VerificationMethod;

  @Count()
  points!: number;

  @Count()
  xp!: number;

  @AnyObject({ description: 'Without anything secret' })
  config!: Record<string, unknown>;

  @Nested(() => PeriodDto)
  period!: PeriodDto;

  @ListOfText({ pattern: UUID })
  prerequisites!: string[];

  @Count({ nullable: true })
  maxCompletions!: number | null;

  @Count()
  completions!: number;

  @Time({ nullable: true })
  startsAt!: string | null;

  @Time({ nullable: true })
  endsAt!: string | null;

  @Count()
  position!: number;

  @Nested(() => AvailabilityDto, {
    nullable: true,
    description: 'Whether the asking earner can act now; null for anyone else',
  })
  availability!: AvailabilityDto | null;
}

export const PublicProjectPageDto = pageOf(PublicProjectDto);
export const PublicCampaignPageDto = pageOf(PublicCampaignDto);
export const EarnerQuestPageDto = pageOf(EarnerQuestDto);

export class DiscoverProjectsQuery extends PageQuery {
  @Line(SEARCH)
  search?: string;
}

export class DiscoverCampaignsQuery extends PageQuery {
  @Id({ optional: true })
  projectId?: string;

  @OneOf(['active', 'ended'], { optional: true })
  status?: 'active' | 'ended';

  @Line(SEARCH)
  search?: string;
}

export class DiscoverQuestsQuery extends PageQuery {
  @Id({ optional: true })
  campaignId?: string;

  @OneOf(QUEST_CATEGORIES, { optional: true })
  category?: QuestCategory;

  @TaskTypeId({ optional: true })
  taskTypeId?: string;

  @Line(SEARCH)
  search?: string;
}
