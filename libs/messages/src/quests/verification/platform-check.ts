import { INPUTS_BYTES } from '../../language/byte-budget.js';
import { Creating } from '../../language/contract/common.js';
import type { ErrorCode } from '../../language/errors/error-table.js';
import { AnyObject, combine } from '../../language/fields/index.js';
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
  'SUBJECT_ALREADY_USED',
  'ACCOUNT_RELINK_NEEDED',
  'QUEST_MISCONFIGURED',
  'ACTION_NOT_FOUND',
];

export const PLATFORM_CHECK_STATUSES =
  'The status is `claimed` when the check passes, `pending` while the platform does not answer, and `in_review` when a reviewer decides. ACTION_NOT_FOUND says what is missing and, as `availableAt`, when the next check is possible.';
