import type { Quest, QuestStatus, VerificationMethod } from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import { iso } from '@questp/postgres';
import { Prisma, type Quest as Columns } from '../../generated/prisma/browser.js';
import type { Narrowed } from '../../shared/narrowed.js';
import { pick } from '../../shared/pick.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { PUBLIC_COLUMNS, SET_BY_TEAM } from '../quest-members.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

/** A row of the table `quest`. */
export type QuestRow = Narrowed<
  Columns,
  {
    method: VerificationMethod;
    /** Public part of the configuration. */
    config: JsonObject;
    /** Part with the secrets, which only verification reads. */
    verificationConfig: JsonObject;
    period: Period;
    status: QuestStatus;
  }
>;

export const QUEST_COLUMNS = Object.keys(Prisma.QuestScalarFieldEnum);

/** The columns for order and prerequisites; the texts of a whole campaign would take too much memory. */
export type QuestOutline = Pick<QuestRow, 'id' | 'slug' | 'status' | 'position' | 'prerequisites'>;

/** The fields that a team sets, as stored. */
export type NewQuest = Pick<QuestRow, (typeof SET_BY_TEAM)[number]>;

export const EMPTY_QUEST = {
  description: null,
  imageUrl: null,
  xp: 0,
  prerequisites: [],
  maxCompletions: null,
  startsAt: null,
  endsAt: null,
};

/** The members that a team sets, for a copy of the quest. */
export const toNewQuest = (row: QuestRow): NewQuest => pick(row, SET_BY_TEAM);

export type PublicQuestFields = Pick<QuestRow, (typeof PUBLIC_COLUMNS)[number] | 'completions'>;

/** The public fields of a quest. */
export const toPublicQuest = (row: PublicQuestFields) => ({
  ...pick(row, PUBLIC_COLUMNS),
  completions: row.completions,
  category: TASK_TYPES.get(row.taskTypeId).category,
  startsAt: iso(row.startsAt),
  endsAt: iso(row.endsAt),
});

/** A quest for its team, without the secrets of its configuration. */
export const toQuest = (row: QuestRow): Quest => ({
  ...toPublicQuest(row),
  status: row.status,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});
