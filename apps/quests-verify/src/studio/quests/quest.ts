import type { Period, Quest, QuestFields, QuestStatus, VerificationMethod } from '@questp/messages';
import type { Quest as PrismaQuest } from '../../generated/prisma/client.js';
import { iso } from '../../shared/timestamps.js';
import { TASK_TYPES } from '../../task-types/index.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

export type QuestRow = Omit<PrismaQuest, 'method' | 'config' | 'verificationConfig' | 'period' | 'status'> & {
  method: VerificationMethod;
  /** What anybody may see. */
  config: JsonObject;
  /** What only the verification reads. */
  verificationConfig: JsonObject;
  period: Period;
  status: QuestStatus;
};

/** What its order and its prerequisites are told from; the texts of a whole campaign would fill the memory. */
export type QuestOutline = Pick<QuestRow, 'id' | 'slug' | 'status' | 'position' | 'prerequisites'>;

/** What a team sets, as it is stored. */
export type NewQuest = Pick<QuestRow, keyof QuestFields | 'taskTypeId' | 'verificationConfig'>;

export const EMPTY_QUEST = {
  description: null,
  imageUrl: null,
  xp: 0,
  prerequisites: [],
  maxCompletions: null,
  startsAt: null,
  endsAt: null,
};

/** What a team has set, for another quest. */
export const toNewQuest = (row: QuestRow): NewQuest => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  imageUrl: row.imageUrl,
  taskTypeId: row.taskTypeId,
  method: row.method,
  points: row.points,
  xp: row.xp,
  config: row.config,
  verificationConfig: row.verificationConfig,
  period: row.period,
  prerequisites: row.prerequisites,
  maxCompletions: row.maxCompletions,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  position: row.position,
});

/** A quest as its team sees it: without the secrets of its configuration. */
export function toQuest(row: QuestRow): Quest {
  return {
    id: row.id,
    projectId: row.projectId,
    campaignId: row.campaignId,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    taskTypeId: row.taskTypeId,
    category: TASK_TYPES.get(row.taskTypeId).category,
    method: row.method,
    points: row.points,
    xp: row.xp,
    config: row.config,
    period: row.period,
    prerequisites: row.prerequisites,
    maxCompletions: row.maxCompletions,
    completions: row.completions,
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    position: row.position,
    status: row.status,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
