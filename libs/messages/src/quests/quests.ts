import type { Creating, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';

/** Spec 2.2 */
export const VERIFICATION_METHODS = [
  'on_chain',
  'platform_api',
  'project_rest',
  'manual',
  'hybrid',
  'ai_verify',
  'hybrid_ai',
] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** Spec 2.3 */
export const QUEST_CATEGORIES = [
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
] as const;
export type QuestCategory = (typeof QUEST_CATEGORIES)[number];

export const QUEST_STATUSES = ['draft', 'active', 'archived'] as const;
export type QuestStatus = (typeof QUEST_STATUSES)[number];

/** How often the quest can be completed: once, every UTC day, or every `hours` hours (1..720, aligned to the Unix epoch). */
export type Period = { kind: 'once' } | { kind: 'daily' } | { kind: 'interval'; hours: number };
export const PERIOD_KINDS = ['once', 'daily', 'interval'] as const;

export interface QuestDraft {
  title: string;
  description: string | null;
  imageUrl: string | null;
  /** 0..1,000,000 */
  points: number;
  xp: number;
  method: VerificationMethod;
  /** Fits the task type's config schema. Secrets in it (correct options, codes) are stored and never given back. */
  config: Record<string, unknown>;
  period: Period;
  /** Quest ids of the same campaign that must be completed first. */
  prerequisites: string[];
  /** First n completions only; null: no limit. */
  maxCompletions: number | null;
  startsAt: Timestamp | null;
  endsAt: Timestamp | null;
  /** Ascending order within the campaign. */
  position: number;
}

export interface Quest extends QuestDraft {
  id: string;
  projectId: string;
  campaignId: string;
  slug: string;
  taskTypeId: string;
  category: QuestCategory;
  status: QuestStatus;
  /** Completions counted against maxCompletions. */
  completions: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** SLUG_TAKEN, TASK_TYPE_DISABLED, TASK_TYPE_NOT_AVAILABLE, TASK_CONFIG_INVALID, PREREQUISITE_INVALID */
export const createQuest = contract<
  Creating & {
    projectId: string;
    campaignId: string;
    slug: string;
    taskTypeId: string;
    title: string;
    points: number;
  } & Partial<QuestDraft>,
  Quest
>('quests.quests.create');
export const listQuests = contract<
  PageRequest & {
    projectId: string;
    campaignId: string;
    status?: QuestStatus;
    taskTypeId?: string;
    category?: QuestCategory;
  },
  Page<Quest>
>('quests.quests.list');
export const getQuest = contract<{ projectId: string; campaignId: string; questId: string }, Quest>(
  'quests.quests.get',
);
/** Points changes hold for later credits. Secrets left out of `config` keep their stored value. */
export const updateQuest = contract<
  { projectId: string; campaignId: string; questId: string; slug?: string } & Partial<QuestDraft>,
  Quest
>('quests.quests.update');

export const QUEST_STEPS = ['publish', 'archive'] as const;
export type QuestStep = (typeof QUEST_STEPS)[number];
/** draft -> active -> archived. Idempotent; INVALID_TRANSITION. */
export const moveQuest = contract<{ projectId: string; campaignId: string; questId: string; step: QuestStep }, Quest>(
  'quests.quests.move',
);
/** Sets positions 0..n-1; the ids must be all quests of the campaign that are not archived. */
export const orderQuests = contract<{ projectId: string; campaignId: string; questIds: string[] }, { items: Quest[] }>(
  'quests.quests.order',
);
