import { Changing, Creating } from '../../language/contract/common.js';
import { SAME_AGAIN, contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  Count,
  Id,
  ListOf,
  ListOfOneOf,
  ListOfText,
  OneOf,
  Prose,
  TaskTypeId,
  UserId,
  combine,
  enumeration,
  partial,
  pick,
} from '../../language/fields/index.js';

import { REVIEWER_SIDES, type ReviewerSide } from '../../shared/reviewer-side.js';
import { duplicating } from './duplicating.js';
import { QUEST_CATEGORIES, QUEST_STATUSES, Quest, QuestFields, type QuestCategory, type QuestStatus } from './quest.js';
import { Search } from './search.js';

const QUESTS = '/v1/projects/:projectId/campaigns/:campaignId/quests';
const QUEST = `${QUESTS}/:questId`;
const tag = 'quests';
const PAYOUTS_DUE = 'once the reward pool of an active campaign is funded, until its payouts are listed';

/** Maximum quests of one campaign, including archived ones. */
export const MAX_QUESTS = 1000;

class CreateQuestRequest extends combine(partial(QuestFields), pick(QuestFields, 'slug', 'title', 'points'), Creating) {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @TaskTypeId()
  taskTypeId!: string;
}

export const createQuest = contract({
  subject: 'quests.quests.create',
  request: CreateQuestRequest,
  reply: Quest,
  errors: [
    'CHAIN_DISABLED',
    'FILE_NOT_USABLE',
    'SLUG_TAKEN',
    'TOO_MANY',
    'TASK_TYPE_DISABLED',
    'TASK_TYPE_NOT_AVAILABLE',
    'TASK_CONFIG_INVALID',
    'PLATFORM_UNAVAILABLE',
    'PREREQUISITE_INVALID',
    'INVALID_TRANSITION',
  ],
  http: {
    id: 'createQuest',
    route: `POST ${QUESTS}`,
    tag,
    summary: 'Create a quest as a draft',
    status: 201,
    idempotent: true,
    example: { xp: 5, config: { instructions: 'Tell us what you would improve.' } },
    replies: { status: 'draft', completions: 0 },
  },
});

export const QUEST_ORDERS = enumeration('QuestOrder', ['position', 'newest', 'oldest', 'title', 'points']);
export type QuestOrder = (typeof QUEST_ORDERS)[number];

class ListQuestsRequest extends PageRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @OneOf(QUEST_ORDERS, {
    default: 'position',
    description: 'position by default; title: case-insensitive; points: highest first',
  })
  order!: QuestOrder;

  @ListOfOneOf(QUEST_STATUSES, { min: 1, optional: true, description: 'Only quests with one of these statuses' })
  status?: QuestStatus[];

  @Search()
  search?: string;

  @TaskTypeId({ optional: true, description: 'Only quests of this task type' })
  taskTypeId?: string;

  @OneOf(QUEST_CATEGORIES, { optional: true, description: 'Only quests of this category', example: 'custom' })
  category?: QuestCategory;
}

export const listQuests = contract({
  subject: 'quests.quests.list',
  request: ListQuestsRequest,
  reply: pageOf(Quest),
  http: { id: 'listQuests', route: `GET ${QUESTS}`, tag, summary: 'List the quests of a campaign' },
});

class QuestRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;
}

export const getQuest = contract({
  subject: 'quests.quests.get',
  request: QuestRequest,
  reply: Quest,
  http: {
    id: 'getStudioQuest',
    route: `GET ${QUEST}`,
    tag,
    summary: 'Get a quest as its team sees it',
    versioned: true,
  },
});

class UpdateQuestRequest extends combine(QuestRequest, partial(QuestFields), Changing) {}

export const updateQuest = contract({
  subject: 'quests.quests.update',
  request: UpdateQuestRequest,
  reply: Quest,
  errors: [
    'CHAIN_DISABLED',
    'FILE_NOT_USABLE',
    'SLUG_TAKEN',
    'TASK_CONFIG_INVALID',
    'PLATFORM_UNAVAILABLE',
    'PREREQUISITE_INVALID',
    'INVALID_TRANSITION',
    'QUEST_RULES_FIXED',
    'POOL_LOCKED',
    'PRECONDITION_FAILED',
  ],
  http: {
    id: 'updateQuest',
    versioned: true,
    route: `PATCH ${QUEST}`,
    tag,
    summary: 'Update a quest',
    description:
      'The rules (`period`, `method`, `prerequisites` and the members of `config` that the check reads) cannot change in ' +
      'a period with participants: QUEST_RULES_FIXED, with the start of the next period in `availableAt`. Points and ' +
      'texts can change; existing credits keep their points. A published quest offers no fewer points or completions, and ' +
      `for no shorter time, ${PAYOUTS_DUE}: POOL_LOCKED.`,
    example: { title: 'Your first impressions' },
  },
});

class DuplicateQuestRequest extends duplicating(QuestRequest, QuestFields) {}

/** Includes secrets, and prerequisites that are not archived. */
export const duplicateQuest = contract({
  subject: 'quests.quests.duplicate',
  request: DuplicateQuestRequest,
  reply: Quest,
  errors: [
    'SLUG_TAKEN',
    'TOO_MANY',
    'TASK_TYPE_DISABLED',
    'TASK_TYPE_NOT_AVAILABLE',
    'CHAIN_DISABLED',
    'INVALID_TRANSITION',
  ],
  http: {
    id: 'duplicateQuest',
    route: `POST ${QUEST}/duplicate`,
    tag,
    summary: 'Duplicate a quest as a draft at the end of its campaign',
    status: 201,
    idempotent: true,
    example: { slug: 'second-impressions' },
    replies: { slug: 'second-impressions', status: 'draft', completions: 0 },
  },
});

/** HAS_PARTICIPANTS for a draft that was active before and has participants; archive it instead. */
export const deleteQuest = contract({
  subject: 'quests.quests.delete',
  request: QuestRequest,
  reply: null,
  errors: ['INVALID_TRANSITION', 'HAS_PARTICIPANTS'],
  http: {
    id: 'deleteQuest',
    route: `DELETE ${QUEST}`,
    tag,
    summary: 'Delete a draft quest without attempts',
    description: 'A draft that earners have tried returns HAS_PARTICIPANTS; archive it instead.',
  },
});

class ResetAttemptsRequest extends QuestRequest {
  @UserId()
  userId!: string;

  @Prose({ max: 1000, description: 'Stored in the audit log of the project', example: 'The quiz had a wrong answer.' })
  reason!: string;
}

/** Attempts of the earner that were counted so far. */
export class ResetAttempts {
  @Count({ description: 'Number of quiz attempts', example: 1 })
  quizAttempts!: number;

  @Count({ description: 'Number of wrong codes', example: 0 })
  wrongCodes!: number;

  @Count({ description: 'Negative checks of a hybrid quest' })
  negativeChecks!: number;
}

/**
 * NOT_FOUND if the earner made no attempt; INVALID_TRANSITION for a passed quiz: reverse its credit instead.
 * Idempotent.
 */
export const resetAttempts = contract({
  subject: 'quests.quests.reset-attempts',
  request: ResetAttemptsRequest,
  reply: ResetAttempts,
  errors: ['INVALID_TRANSITION'],
  http: {
    id: 'resetAttempts',
    route: `POST ${QUEST}/earners/:userId/reset-attempts`,
    tag,
    summary: 'Reset the attempts of an earner at a quest',
    description: 'Resets quiz attempts, wrong codes and negative checks of the earner; points are kept.',
    again: 'A repeated call has no further effect.',
  },
});

export const QUEST_STEPS = enumeration('QuestStep', ['publish', 'unpublish', 'archive']);
export type QuestStep = (typeof QUEST_STEPS)[number];

const BY_TEAM = { by: 'team' };

class MoveQuestRequest extends QuestRequest {
  @OneOf(QUEST_STEPS)
  step!: QuestStep;

  @OneOf(REVIEWER_SIDES, { optional: true })
  by?: ReviewerSide;
}

const HIDDEN = 'Hides the quest from earners; credited points are kept.';

/** Transitions: draft, active, archived in this order, and active to draft without participants. Idempotent. */
export const moveQuest = contract({
  subject: 'quests.quests.move',
  request: MoveQuestRequest,
  reply: Quest,
  errors: ['INVALID_TRANSITION'],
  http: [
    {
      id: 'publishQuest',
      route: `POST ${QUEST}/publish`,
      tag,
      summary: 'Publish a draft quest',
      set: { ...BY_TEAM, step: 'publish' },
      errors: ['TASK_TYPE_DISABLED', 'TASK_TYPE_NOT_AVAILABLE', 'CHAIN_DISABLED'],
      again: SAME_AGAIN,
    },
    {
      id: 'unpublishQuest',
      route: `POST ${QUEST}/unpublish`,
      tag,
      summary: 'Turn a quest back into a draft while it has no participants',
      set: { ...BY_TEAM, step: 'unpublish' },
      errors: ['HAS_PARTICIPANTS', 'POOL_LOCKED'],
      description: `POOL_LOCKED ${PAYOUTS_DUE}.`,
      again: SAME_AGAIN,
      replies: { status: 'draft', completions: 0 },
    },
    {
      id: 'archiveQuest',
      route: `POST ${QUEST}/archive`,
      tag,
      summary: 'Archive a quest',
      set: { ...BY_TEAM, step: 'archive' },
      errors: ['POOL_LOCKED'],
      description: `${HIDDEN} POOL_LOCKED for a published quest ${PAYOUTS_DUE}: operators can archive it.`,
      again: SAME_AGAIN,
      replies: { status: 'archived' },
    },
    {
      id: 'adminArchiveQuest',
      route: 'POST /v1/admin/projects/:projectId/campaigns/:campaignId/quests/:questId/archive',
      tag: 'admin',
      summary: 'Archive a quest of any project',
      set: { by: 'platform', step: 'archive' },
      description: `${HIDDEN} Also if the pool of its campaign is funded.`,
      again: SAME_AGAIN,
      replies: { status: 'archived' },
    },
  ],
});

class OrderQuestsRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @ListOfText({
    form: 'uuid',
    min: 1,
    max: MAX_QUESTS,
    description: 'Ids of all quests of the campaign that are not archived',
    example: ['0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a06'],
  })
  questIds!: string[];
}

/** Position of a quest in its campaign. */
export class QuestPlace extends pick(Quest, 'id', 'position') {}

class OrderedQuests {
  @ListOf(() => QuestPlace, { max: MAX_QUESTS, description: 'Quests in their new order' })
  items!: QuestPlace[];
}

/** Sets the positions 0 to n-1. */
export const orderQuests = contract({
  subject: 'quests.quests.order',
  request: OrderQuestsRequest,
  reply: OrderedQuests,
  http: {
    id: 'orderQuests',
    route: `PUT ${QUESTS}/order`,
    tag,
    summary: 'Set the order of the quests of a campaign',
  },
});
