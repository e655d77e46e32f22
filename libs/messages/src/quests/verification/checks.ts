import { CONFIG_BYTES, FACTS_BYTES, INPUTS_BYTES } from '../../language/byte-budget.js';
import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  AnyObject,
  Count,
  Id,
  Nested,
  OneOf,
  TaskTypeId,
  Text,
  Time,
  UserId,
  enumeration,
} from '../../language/fields/index.js';
import { PERIOD_KEY, PeriodFields, type Period } from '../../shared/period.js';
import { VERIFICATION_METHODS, type VerificationMethod } from '../studio/quest.js';

/**
 * - recheck: the check of a pending submission was repeated.
 * - after_credit: the check that `afterCredit` of the quest's configuration asks for: whether the act that was credited
 *   still stands.
 */
export const CHECK_TRIGGERS = enumeration('CheckTrigger', ['earner', 'recheck', 'after_credit']);
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

/** Outcomes of a rule. */
export const RULE_OUTCOMES = enumeration('RuleOutcome', ['pass', 'fail', 'review', 'inconclusive']);
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

/** The settings of the quest that a check used. */
export class CheckSettings {
  @OneOf(VERIFICATION_METHODS, { description: 'Verification method of the quest', example: 'hybrid' })
  method!: VerificationMethod;

  @AnyObject({ maxBytes: CONFIG_BYTES, description: 'Configuration of the quest', example: {} })
  config!: Record<string, unknown>;

  @Nested(() => PeriodFields, {
    optional: true,
    description: 'Period of the quest; absent in receipts of earlier versions',
  })
  period?: Period;

  @Time({ nullable: true, description: 'Start of the campaign; null: none', example: '2026-05-01T12:00:00.000Z' })
  campaignStartsAt!: Timestamp | null;

  @Time({ nullable: true, description: 'End of the campaign; null: none', example: '2026-06-01T12:00:00.000Z' })
  campaignEndsAt!: Timestamp | null;
}

/** The receipt of one decision about an attempt. `npm run replay` applies the rule to it again. */
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

  @OneOf(RULE_OUTCOMES, {
    nullable: true,
    example: 'review',
    description:
      'What the rule decided; the outcome differs if the method sends the attempt to review, or if the proof has completed the quest already. Null: no rule was applied, because facts are missing or nothing can be earned',
  })
  ruleOutcome!: RuleOutcome | null;

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

  @Nested(() => CheckSettings, {
    nullable: true,
    description:
      'Settings of the quest that the check used; null: they contain secrets, so the check cannot be replayed',
    example: null,
  })
  settings!: CheckSettings | null;

  @AnyObject({
    maxBytes: FACTS_BYTES,
    description: 'Facts that the rule was applied to; a fact of more than 8 KiB is replaced by its SHA-256',
  })
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

class ListEveryOwnCheckRequest extends PageRequest {
  @UserId()
  userId!: string;
}

/** The checks of a user at all quests, newest first, for the export of the account. */
export const listEveryOwnCheck = contract({
  subject: 'quests.checks.list-every-own',
  callers: ['exports'],
  request: ListEveryOwnCheckRequest,
  reply: pageOf(Check),
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

  @OneOf(CHECK_TRIGGERS, { optional: true, description: 'Only checks that this triggered' })
  trigger?: CheckTrigger;
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
