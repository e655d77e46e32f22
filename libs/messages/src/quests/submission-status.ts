export const SUBMISSION_STATUSES = ['pending', 'in_review', 'claimed', 'rejected', 'reversed'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
