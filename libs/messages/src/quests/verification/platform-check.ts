import { INPUTS_BYTES } from '../../language/byte-budget.js';
import { Creating } from '../../language/contract/common.js';
import type { ErrorCode } from '../../language/errors/error-table.js';
import { AnyObject, OneOf, Text, combine, enumeration } from '../../language/fields/index.js';
import { ByEarner } from './credit.js';
import { EARNING_ERRORS } from './earning-errors.js';

/** An attempt at a quest that is checked at a platform. */
export class PlatformCheckRequest extends combine(ByEarner, Creating) {
  @AnyObject({
    maxBytes: INPUTS_BYTES,
    optional: true,
    description: 'Inputs that match the inputSchema of the task type; none by default',
  })
  inputs?: Record<string, unknown>;
}

export const PLATFORM_CHECK_ERRORS: readonly ErrorCode[] = [
  ...EARNING_ERRORS,
  'TASK_INPUTS_INVALID',
  'CHECK_UNAVAILABLE',
  'FILE_NOT_USABLE',
  'PROOF_NEEDED',
  'SUBJECT_ALREADY_USED',
  'NOT_LINKED',
  'ACCOUNT_RELINK_NEEDED',
  'ACCOUNT_HIDDEN',
  'QUEST_MISCONFIGURED',
  'ACTION_NOT_FOUND',
];

/** Description of how the errors about a linked account differ. */
export const ACCOUNT_ERRORS =
  'NOT_LINKED: no account of the platform is linked; ACCOUNT_RELINK_NEEDED: its consent has ended, so link it again. `missingAccount` is the platform in both. ACCOUNT_HIDDEN: the settings of the account hide what the quest checks; `detail` says what to change.';

export const PLATFORM_CHECK_STATUSES =
  'The status is `claimed` when the check passes, `pending` while the platform does not answer, and `in_review` when a reviewer decides. PROOF_NEEDED: a reviewer has to decide and the inputs contain nothing to look at; send one of the `proofInputs` of the task type. ACTION_NOT_FOUND says what is missing and, as `availableAt`, when the next check is possible. ' +
  ACCOUNT_ERRORS;

/**
 * What a check would come to now.
 * - passes: it would credit. - not_yet: what the quest asks for is not there.
 * - relink: link the account. - unavailable: the platform does not answer. - misconfigured: for the team.
 */
export const PREVIEW_OUTCOMES = enumeration('PreviewOutcome', [
  'passes',
  'not_yet',
  'relink',
  'unavailable',
  'misconfigured',
]);
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number];

/** A check of which nothing is recorded. */
export class CheckPreview {
  @OneOf(PREVIEW_OUTCOMES, {
    description:
      'passes: a check would credit the quest; not_yet: what it asks for is not there; relink: link the account; unavailable: the platform does not answer; misconfigured: the team has to correct the quest or its connection',
    example: 'relink',
  })
  outcome!: PreviewOutcome;

  @Text({
    max: 500,
    nullable: true,
    description: 'Why a check would not pass; null: it would',
    example: 'Link your account of the platform, or link it again.',
  })
  detail!: string | null;
}

/** Description of a preview. */
export const DRY_RUN = 'For members of the team, with their own linked account. Nothing is recorded.';
