import { FACTS_BYTES, INPUTS_BYTES } from '../../language/byte-budget.js';
import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  AnyObject,
  Count,
  Id,
  OneOf,
  TaskTypeId,
  Text,
  Time,
  UserId,
  enumeration,
} from '../../language/fields/index.js';
import { PERIOD_KEY } from '../../shared/period.js';

/** recheck: the check of a pending submission was repeated. */
export const CHECK_TRIGGERS = enumeration('CheckTrigger', ['earner', 'recheck']);
export type CheckTrigger = (typeof CHECK_TRIGGERS)[number];

/**
 * - pass, fail: decided by the rule of the task type.
 * - review: a reviewer decides.
 * - inconclusive: the facts could not be read, or are not available yet; the check is repeated.
 * - relink: the earner has to link an account or wallet, or link it again.
 * - misconfigured: the team has to change the quest.
 */
export const CHECK_OUTCOMES = enumeration('CheckOutcome', [
  'pass',
  'fail',
  'review',
  'inconclusive',
  'relink',
  'misconfigured',
]);
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** One decision about an attempt, with its inputs, facts and explanation. */
export class Check {
  @Id({ description: 'Id of the check' })
  id!: string;

  @Time()
  at!: Timestamp;

  @Id()
  questId!: string;

  @Id({ nullable: true, description: 'Null for a refused attempt' })
  submissionId!: string | null;

  @Text(PERIOD_KEY)
  periodKey!: string;

  @TaskTypeId()
  taskTypeId!: string;

  @Count({ description: 'Version of the rule that decided' })
  ruleVersion!: number;

  @OneOf(CHECK_TRIGGERS, { description: 'What triggered the check' })
  trigger!: CheckTrigger;

  @OneOf(CHECK_OUTCOMES, { example: 'review', description: 'What the check decided' })
  outcome!: CheckOutcome;

  @Text({
    max: 64,
    nullable: true,
    description: 'Error code of an outcome other than pass',
    example: null,
  })
  code!: string | null;

  @Text({ max: 1000, nullable: true, description: 'Why the check had this outcome; null: no explanation' })
  detail!: string | null;

  @AnyObject({ maxBytes: INPUTS_BYTES, description: 'Inputs without secrets', example: { text: 'What I found out.' } })
  inputs!: Record<string, unknown>;

  @AnyObject({ maxBytes: FACTS_BYTES, description: 'Facts without secrets' })
  facts!: Record<string, unknown>;

  @Text({ form: 'sha256', description: 'SHA-256 of the canonical JSON of all facts, hex' })
  factsHash!: string;
}

/** A check as the project team sees it. */
export class TeamCheck extends Check {
  @UserId()
  userId!: string;
}

class ListOwnChecksRequest extends PageRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  questId!: string;
}

export const listOwnChecks = contract({
  subject: 'quests.checks.list-own',
  request: ListOwnChecksRequest,
  reply: pageOf(Check),
  http: {
    id: 'listMyChecks',
    route: 'GET /v1/quests/:questId/checks',
    tag: 'submissions',
    summary: 'List the checks of your attempts at a quest, newest first',
  },
});

class ListTeamChecksRequest extends PageRequest {
  @Id()
  projectId!: string;

  @Id({ optional: true, description: 'Only checks of this quest' })
  questId?: string;

  @UserId({ optional: true, description: 'Only checks of this user' })
  userId?: string;

  @Id({ optional: true, description: 'Only checks of this submission' })
  submissionId?: string;
}

export const listTeamChecks = contract({
  subject: 'quests.checks.list-team',
  request: ListTeamChecksRequest,
  reply: pageOf(TeamCheck),
  http: {
    id: 'listProjectChecks',
    route: 'GET /v1/projects/:projectId/checks',
    tag: 'review',
    summary: 'List the checks of attempts at the quests of a project, newest first',
  },
});
