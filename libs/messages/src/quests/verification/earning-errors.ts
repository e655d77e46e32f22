import type { ErrorCode } from '../../language/errors/error-table.js';

/** Why a quest cannot be completed now, for any task type. */
export const EARNING_ERRORS: readonly ErrorCode[] = [
  'WRONG_TASK_TYPE',
  'QUEST_NOT_STARTED',
  'QUEST_ENDED',
  'QUEST_ARCHIVED',
  'CAMPAIGN_NOT_ACTIVE',
  'QUEST_COOLDOWN',
  'QUEST_FULL',
  'PREREQUISITES_NOT_MET',
  'ALREADY_COMPLETED',
  'SUBMISSION_IN_REVIEW',
  'SUBMISSION_FINAL',
  'MEMBER_CANNOT_EARN',
];
