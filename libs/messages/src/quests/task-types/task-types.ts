import { PAGE_BYTES, SCHEMA_BYTES } from '../../language/byte-budget.js';
import { Client, ClientInfo } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { listOf } from '../../language/contract/paging.js';
import {
  AdminId,
  AnyObject,
  Count,
  Flag,
  ListOfOneOf,
  ListOfText,
  Nested,
  OneOf,
  TaskTypeId,
  Text,
  enumeration,
} from '../../language/fields/index.js';
import { Noted } from '../../shared/noted.js';
import { SPENT_USD } from '../../integrations/spend.js';
import {
  QUEST_CATEGORIES,
  VERIFICATION_METHODS,
  type QuestCategory,
  type VerificationMethod,
} from '../studio/quest.js';
import { PERIOD_KINDS, type Period } from '../../shared/period.js';

export const AUTOMATION_LEVELS = enumeration('AutomationLevel', ['automatic', 'semi', 'manual', 'review']);
export type AutomationLevel = (typeof AUTOMATION_LEVELS)[number];

export class Automation {
  @OneOf(AUTOMATION_LEVELS, { example: 'manual', description: 'How far verification is automated' })
  level!: AutomationLevel;

  @Text({ max: 300, nullable: true, description: 'How the type is verified, in a few words; null: nothing to add' })
  hint!: string | null;
}

/** What checks of one completion cost: usual is one successful check, most the longest check. */
export class ExpectedCost {
  @Count({ description: 'Requests to the platform, each of which uses a unit of its quota or rate limit', example: 1 })
  usualRequests!: number;

  @Count({ description: 'Requests of the longest check', example: 2 })
  mostRequests!: number;

  @Text({ ...SPENT_USD, example: '0.100000', description: 'What the platform charges, in US dollars' })
  usualUsd!: string;

  @Text({ ...SPENT_USD, example: '1.000000', description: 'What the longest check costs, in US dollars' })
  mostUsd!: string;
}

export class TaskType {
  @TaskTypeId({ example: 'custom_manual', description: 'Id of the task type in the catalog' })
  id!: string;

  @Text({ max: 100, example: 'Quiz / Assessment', description: 'Display name' })
  name!: string;

  @OneOf(QUEST_CATEGORIES, { description: 'Category of its quests', example: 'custom' })
  category!: QuestCategory;

  @Nested(() => Automation, { description: 'How far verification is automated' })
  automation!: Automation;

  @ListOfOneOf(VERIFICATION_METHODS, { description: 'Methods; the first is the default' })
  methods!: VerificationMethod[];

  @ListOfOneOf(PERIOD_KINDS, { description: 'Periods that a quest of the type can have' })
  periods!: Period['kind'][];

  @AnyObject({
    maxBytes: SCHEMA_BYTES,
    description: "JSON Schema of a quest's config",
    example: { type: 'object', properties: { instructions: { type: 'string' } } },
  })
  configSchema!: Record<string, unknown>;

  @AnyObject({
    maxBytes: SCHEMA_BYTES,
    description: "JSON Schema of a submission's inputs",
    example: { type: 'object', properties: { text: { type: 'string' } } },
  })
  inputSchema!: Record<string, unknown>;

  @ListOfText({
    max: 10,
    maxLength: 40,
    description:
      'Inputs that show a reviewer the work. One of them is required where every attempt is reviewed (manual, ai_verify, ' +
      'hybrid_ai); a hybrid quest asks for one with PROOF_NEEDED when its check gives no result. Empty: never reviewed',
    example: ['link', 'screenshotFileId'],
  })
  proofInputs!: string[];

  @Flag({ description: 'False if it cannot be chosen; see `unavailableReason`' })
  available!: boolean;

  @Text({ max: 300, nullable: true, description: 'Why it cannot be chosen; null: it can' })
  unavailableReason!: string | null;

  @Nested(() => ExpectedCost, {
    nullable: true,
    description: 'What a completion costs at its platform; null: nothing',
    example: null,
  })
  expectedCost!: ExpectedCost | null;

  @Flag({ description: 'False if disabled on this platform; existing quests are kept' })
  enabled!: boolean;
}

const tag = 'task-types';

/** Maximum seconds until a change by an operator takes effect. */
const CATALOG_SECONDS = 60;

class ListTaskTypesRequest {
  @OneOf(QUEST_CATEGORIES, { optional: true, description: 'Only task types of this category', example: 'custom' })
  category?: QuestCategory;

  @Flag({ optional: true, description: 'True: only task types that can be chosen; false: only those that cannot' })
  available?: boolean;

  @Flag()
  includeDisabled!: boolean;
}

export const listTaskTypes = contract({
  subject: 'quests.task-types.list',
  request: ListTaskTypesRequest,
  reply: listOf(TaskType, { max: 200, maxBytes: PAGE_BYTES }),
  http: [
    {
      id: 'listTaskTypes',
      route: 'GET /v1/task-types',
      tag,
      summary: 'List the enabled task types',
      set: { includeDisabled: false },
      cacheSeconds: CATALOG_SECONDS,
    },
    {
      id: 'adminListTaskTypes',
      route: 'GET /v1/admin/task-types',
      tag: 'admin',
      summary: 'List all task types',
      set: { includeDisabled: true },
    },
  ],
});

class TaskTypeRequest {
  @TaskTypeId()
  taskTypeId!: string;
}

export const getTaskType = contract({
  subject: 'quests.task-types.get',
  request: TaskTypeRequest,
  reply: TaskType,
  http: {
    id: 'getTaskType',
    route: 'GET /v1/task-types/:taskTypeId',
    tag,
    summary: 'Get a task type with the schemas of its config and inputs',
    cacheSeconds: CATALOG_SECONDS,
    description: 'Also returns disabled types, since existing quests keep using them.',
  },
});

class SetTaskTypeEnabledRequest {
  @TaskTypeId()
  taskTypeId!: string;

  @Flag({ description: 'True: teams can choose it for new quests; false: they cannot' })
  enabled!: boolean;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

export const setTaskTypeEnabled = contract({
  subject: 'quests.task-types.set-enabled',
  request: SetTaskTypeEnabledRequest,
  reply: TaskType,
  http: {
    id: 'adminUpdateTaskType',
    route: 'PATCH /v1/admin/task-types/:taskTypeId',
    tag: 'admin',
    summary: 'Enable or disable a task type',
    description: 'Existing quests are not affected.',
    example: { enabled: true },
  },
});

export class TaskTypeFailed extends Noted {
  @TaskTypeId()
  taskTypeId!: string;

  @Text({ max: 500, description: 'The last error' })
  reason!: string;
}

export class TaskTypeSwitched {
  @TaskTypeId()
  taskTypeId!: string;

  @Flag({ description: 'True if teams can choose it for new quests' })
  enabled!: boolean;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true, description: 'Client of the operator' })
  client!: ClientInfo | null;
}
