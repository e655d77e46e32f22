import type { Wing } from '@questp/service-kit';
import { DecideListed } from './decisions/decide-listed.js';
import { DecideMany } from './decisions/decide-many.js';
import { DecideSubmission } from './decisions/decide-submission.js';
import { ListedRepository } from './decisions/listed.repository.js';
import { ReviewRepository } from './decisions/review.repository.js';
import { TakeBack } from './decisions/take-back.js';
import { CallReviewers } from './reminders/call-reviewers.js';
import { ReviewCallsRepository } from './reminders/review-calls.repository.js';

export const review: Wing = {
  providers: [
    DecideListed,
    DecideMany,
    DecideSubmission,
    ListedRepository,
    ReviewRepository,
    TakeBack,
    CallReviewers,
    ReviewCallsRepository,
  ],
};
