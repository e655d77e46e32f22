import { enumeration } from '../language/fields/index.js';

export const SUBMISSION_STATUSES = enumeration('SubmissionStatus', [
  'pending',
  'in_review',
  'claimed',
  'rejected',
  'reversed',
]);
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Submissions of a project that wait for review, beyond which its team is told of no more. */
export const MOST_WAITING_COUNTED = 1_000;
