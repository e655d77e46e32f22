import { enumeration } from '../fields/index.js';

export const SUBMISSION_STATUSES = enumeration('SubmissionStatus', [
  'pending',
  'in_review',
  'claimed',
  'rejected',
  'reversed',
]);
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
