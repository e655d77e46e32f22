import { type FieldError, type Period, PERIOD_KINDS, type Quest, type QuestDraft, type QuestStatus, VERIFICATION_METHODS, type VerificationMethod } from '@questp/messages';
import type { Quest as PrismaQuest } from '../generated/prisma/client.js';
import { description, nullable, slug, timestamp, title, url } from '../studio/fields.js';
import { iso } from '../studio/timestamps.js';
import { refuseInvalid, requireValid } from '../studio/validate.js';
import { toDate } from '../studio/window.js';
import { taskType } from '../task-types/catalog.js';
import { choice, integer, list, object, text, type JsonSchema } from '../task-types/json-schema.js';
import type { JsonObject } from '../task-types/task-type.js';

export type QuestRow = Omit<PrismaQuest, 'method' | 'config' | 'verificationConfig' | 'period' | 'status'> & {
  method: VerificationMethod;
  /** What anybody may see. */
  config: JsonObject;
  /** What only the verification reads. */
  verificationConfig: JsonObject;
  period: Period;
  status: QuestStatus;
};

/** What a team sets. */
export type QuestFields = Omit<
  QuestRow,
  'id' | 'projectId' | 'campaignId' | 'status' | 'completions' | 'createdAt' | 'updatedAt'
>;

type QuestRequest = Partial<QuestDraft> & { slug?: string; taskTypeId?: string };

const MAX_POINTS = 1_000_000;
const MAX_INTEGER = 2 ** 31 - 1;

const CHANGEABLE = {
  slug,
  title,
  description,
  imageUrl: url,
  points: integer('Points of a completion.', 0, MAX_POINTS),
  xp: integer('Experience of a completion.', 0, MAX_POINTS),
  method: choice('How it is verified.', VERIFICATION_METHODS),
  config: { type: 'object', description: 'Fits the config schema of the task type.' },
  period: object(
    {
      kind: choice('How often the quest can be completed.', PERIOD_KINDS),
      hours: integer('Length of an interval.', 1, 720),
    },
    ['kind'],
  ),
  prerequisites: list('Quests of the campaign that come first.', text('Id of a quest.', 36, { format: 'uuid' }), 20, {
    minItems: 0,
  }),
  maxCompletions: nullable(integer('The first n completions only.', 1, MAX_INTEGER)),
  startsAt: timestamp,
  endsAt: timestamp,
  position: integer('Ascending order in the campaign.', 0, MAX_POINTS),
} satisfies Record<Exclude<keyof QuestFields, 'taskTypeId' | 'verificationConfig'>, JsonSchema>;

export const NEW_QUEST = object({ ...CHANGEABLE, taskTypeId: text('Id of a task type.', 100) }, [
  'slug',
  'taskTypeId',
  'title',
  'points',
]);
export const QUEST_CHANGE = object(CHANGEABLE);

export const EMPTY_QUEST = {
  description: null,
  imageUrl: null,
  xp: 0,
  prerequisites: [],
  maxCompletions: null,
  startsAt: null,
  endsAt: null,
};

/** The members of a request as they are stored; `config` is still whole. VALIDATION_FAILED */
export function readQuestFields<R extends QuestRequest>(schema: JsonSchema, request: R) {
  requireValid(schema, request);
  refuseInvalid(periodErrors(request.period));
  const { startsAt, endsAt, prerequisites, ...rest } = request;
  return {
    ...rest,
    ...(startsAt === undefined ? {} : { startsAt: toDate(startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: toDate(endsAt) }),
    ...(prerequisites === undefined ? {} : { prerequisites: prerequisites.map((id) => id.toLowerCase()) }),
  };
}

/** `hours` goes with an interval, and only with it. */
function periodErrors(period: Period | undefined): FieldError[] {
  if (period === undefined || (period.kind === 'interval') === 'hours' in period) return [];
  return [
    { pointer: '/period/hours', code: 'NOT_ALLOWED', detail: 'The length goes with an interval, and only with it.' },
  ];
}

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
    category: taskType(row.taskTypeId).category,
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
