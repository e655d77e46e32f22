import {
  QUEST_CATEGORIES,
  QUEST_STATUSES,
  VERIFICATION_METHODS,
  type Quest,
  type QuestCategory,
  type QuestStatus,
  type VerificationMethod,
} from '@questp/messages';
import {
  AnyObject,
  Count,
  HttpsUrl,
  Id,
  Line,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Slug,
  TaskTypeId,
  Text,
  Time,
  UUID,
  Whole,
} from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';
import { PeriodDto } from './period.dto.js';

const POINTS = { min: 0, max: 1_000_000 };

export class QuestDto implements Omit<Quest, 'period'> {
  @Id()
  id!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Slug()
  slug!: string;

  @TaskTypeId()
  taskTypeId!: string;

  @OneOf(QUEST_CATEGORIES)
  category!: QuestCategory;

  @OneOf(QUEST_STATUSES)
  status!: QuestStatus;

  @Text({ example: 'Check in every day' })
  title!: string;

  @Text({ nullable: true })
  description!: string | null;

  @Text({ nullable: true })
  imageUrl!: string | null;

  @Count()
  points!: number;

  @Count()
  xp!: number;

  @OneOf(VERIFICATION_METHODS)
  method!: VerificationMethod;

  @AnyObject({ description: "Fits the task type's configSchema; without its secrets (correct options, codes)" })
  config!: Record<string, unknown>;

  @Nested(() => PeriodDto)
  period!: PeriodDto;

  @ListOfText({ pattern: UUID, description: 'Quests of the campaign that come first' })
  prerequisites!: string[];

  @Count({ nullable: true, description: 'First n completions only' })
  maxCompletions!: number | null;

  @Time({ nullable: true })
  startsAt!: string | null;

  @Time({ nullable: true })
  endsAt!: string | null;

  @Count({ description: 'Ascending order within the campaign' })
  position!: number;

  @Count({ description: 'Counted against maxCompletions' })
  completions!: number;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const QuestPageDto = pageOf(QuestDto);

export class OrderedQuestsDto {
  @ListOf(() => QuestDto)
  items!: QuestDto[];
}

export class UpdateQuestBody {
  @Slug({ optional: true })
  slug?: string;

  @Line({ max: 160, optional: true })
  title?: string;

  @Text({ max: 10_000, optional: true, nullable: true })
  description?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  imageUrl?: string | null;

  @Whole({ ...POINTS, optional: true, description: 'Holds for later credits' })
  points?: number;

  @Whole({ ...POINTS, optional: true })
  xp?: number;

  @OneOf(VERIFICATION_METHODS, { optional: true })
  method?: VerificationMethod;

  @AnyObject({ optional: true, description: 'Secrets that are left out keep their stored value' })
  config?: Record<string, unknown>;

  @Nested(() => PeriodDto, { optional: true })
  period?: PeriodDto;

  @ListOfText({ pattern: UUID, max: 50, optional: true })
  prerequisites?: string[];

  @Whole({ min: 1, max: 1_000_000_000, optional: true, nullable: true })
  maxCompletions?: number | null;

  @Time({ optional: true, nullable: true })
  startsAt?: string | null;

  @Time({ optional: true, nullable: true })
  endsAt?: string | null;

  @Whole({ min: 0, max: 1_000_000, optional: true })
  position?: number;
}

export class CreateQuestBody {
  @Slug({ description: 'Unique in the campaign', example: 'daily-check-in' })
  slug!: string;

  @TaskTypeId({ example: 'engagement_daily_checkin' })
  taskTypeId!: string;

  @Line({ max: 160, example: 'Check in every day' })
  title!: string;

  @Whole({ ...POINTS, example: 10 })
  points!: number;

  @Text({ max: 10_000, optional: true, nullable: true })
  description?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  imageUrl?: string | null;

  @Whole({ ...POINTS, optional: true })
  xp?: number;

  @OneOf(VERIFICATION_METHODS, { optional: true, description: "The task type's first method unless told" })
  method?: VerificationMethod;

  @AnyObject({ optional: true, description: "Fits the task type's configSchema" })
  config?: Record<string, unknown>;

  @Nested(() => PeriodDto, { optional: true })
  period?: PeriodDto;

  @ListOfText({ pattern: UUID, max: 50, optional: true })
  prerequisites?: string[];

  @Whole({ min: 1, max: 1_000_000_000, optional: true, nullable: true })
  maxCompletions?: number | null;

  @Time({ optional: true, nullable: true })
  startsAt?: string | null;

  @Time({ optional: true, nullable: true })
  endsAt?: string | null;

  @Whole({ min: 0, max: 1_000_000, optional: true })
  position?: number;
}

export class QuestsQuery extends PageQuery {
  @OneOf(QUEST_STATUSES, { optional: true })
  status?: QuestStatus;

  @TaskTypeId({ optional: true })
  taskTypeId?: string;

  @OneOf(QUEST_CATEGORIES, { optional: true })
  category?: QuestCategory;
}

export class OrderQuestsBody {
  @ListOfText({ pattern: UUID, min: 1, max: 1000, description: 'All quests of the campaign that are not archived' })
  questIds!: string[];
}
