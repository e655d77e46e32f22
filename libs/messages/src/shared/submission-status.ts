import { enumeration } from '../language/fields/index.js';

export const SUBMISSION_STATUSES = enumeration('SubmissionStatus', [
  'pending',
  'in_review',
  'claimed',
  'rejected',
  'reversed',
]);
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** The number of submissions waiting for review is counted up to this. */
export const MAX_WAITING_COUNTED = 1_000;
