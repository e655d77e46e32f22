import { CONFIG_BYTES } from '../../language/byte-budget.js';
import type { Timestamp } from '../../language/contract/common.js';
import {
  AnyObject,
  Count,
  Id,
  Line,
  ListOfText,
  Nested,
  OneOf,
  PictureUrl,
  Prose,
  Slug,
  TaskTypeId,
  Time,
  Whole,
  combine,
  enumeration,
} from '../../language/fields/index.js';
import { PeriodFields } from '../../shared/period.js';

/** Spec 2.2 */
export const VERIFICATION_METHODS = enumeration('VerificationMethod', [
  'on_chain',
  'platform_api',
  'project_rest',
  'manual',
  'hybrid',
  'ai_verify',
  'hybrid_ai',
]);
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** Spec 2.3 */
export const QUEST_CATEGORIES = enumeration('QuestCategory', [
  'on-chain',
  'staking',
  'governance',
  'developer',
  'learn',
  'social',
  'content',
  'identity',
  'engagement',
  'custom',
]);
export type QuestCategory = (typeof QUEST_CATEGORIES)[number];

export const QUEST_STATUSES = enumeration('QuestStatus', ['draft', 'active', 'archived']);
export type QuestStatus = (typeof QUEST_STATUSES)[number];

export const MAX_PREREQUISITES = 20;
const POINTS = { min: 0, max: 1_000_000 };

/** Members that a team sets and can change later. */
export class QuestFields {
  @Slug({ description: 'Unique in the campaign', example: 'first-impressions' })
  slug!: string;

  @Line({ max: 160, example: 'Your first impressions', description: 'Title of the quest' })
  title!: string;

  @Prose({ max: 10_000, nullable: true, description: 'Text for earners; null: none' })
  description!: string | null;

  @PictureUrl({
    nullable: true,
    example: null,
    description: 'Image of the quest: an https URL, or /v1/files/<id>/image of an uploaded one; null: none',
  })
  imageUrl!: string | null;

  @Whole({ ...POINTS, description: 'Points per completion; a change applies to later completions', example: 10 })
  points!: number;

  @Whole({ ...POINTS, description: 'Experience points; a change applies to later completions', example: 5 })
  xp!: number;

  @OneOf(VERIFICATION_METHODS, {
    description: 'Verification method; by default the first of the task type',
    example: 'manual',
  })
  method!: VerificationMethod;

  @AnyObject({
    maxBytes: CONFIG_BYTES,
    description:
      'Must match the configSchema of the task type. Its secrets (correct options, codes) are never returned; ' +
      'an update that omits them keeps them',
    example: { instructions: 'Tell us what you would improve.' },
  })
  config!: Record<string, unknown>;

  @Nested(() => PeriodFields, { description: '`once` by default, or `daily` if the task type does not support once' })
  period!: PeriodFields;

  @ListOfText({
    form: 'uuid',
    max: MAX_PREREQUISITES,
    description: 'Quests of the campaign that must be completed first',
    example: [],
  })
  prerequisites!: string[];

  @Whole({
    min: 1,
    max: 2 ** 31 - 1,
    nullable: true,
    description: 'Maximum number of completions by all earners; null: unlimited',
  })
  maxCompletions!: number | null;

  @Time({
    nullable: true,
    example: '2099-05-01T12:00:00.000Z',
    description: 'When earning starts; null: with the campaign',
  })
  startsAt!: Timestamp | null;

  @Time({
    nullable: true,
    example: '2099-06-01T12:00:00.000Z',
    description: 'When earning ends; null: with the campaign',
  })
  endsAt!: Timestamp | null;

  @Whole({ min: 0, max: 1_000_000, description: 'Ascending order within the campaign' })
  position!: number;
}

/** For views: a quest without its own times is open as long as its campaign. */
class Unbounded {
  @Time({ nullable: true, example: null, description: 'When earning starts; null: with the campaign' })
  startsAt!: Timestamp | null;

  @Time({ nullable: true, example: null, description: 'When earning ends; null: with the campaign' })
  endsAt!: Timestamp | null;
}

/** A quest as its team sees it. */
export class Quest extends combine(QuestFields, Unbounded) {
  @Id({ description: 'Id of the quest' })
  id!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @TaskTypeId()
  taskTypeId!: string;

  @OneOf(QUEST_CATEGORIES, { description: 'Category of the task type', example: 'custom' })
  category!: QuestCategory;

  @OneOf(QUEST_STATUSES, { example: 'active', description: 'Status of the quest' })
  status!: QuestStatus;

  @Count({ description: 'Completions that count towards maxCompletions', example: 3 })
  completions!: number;

  @Time()
  createdAt!: Timestamp;

  @Time()
  updatedAt!: Timestamp;
}
