import { contract } from '../../language/contract/contract.js';
import {
  PLATFORM_CHECK_ERRORS,
  PLATFORM_CHECK_STATUSES,
  PlatformCheckRequest,
} from '../verification/platform-check.js';
import { SubmissionDetail } from '../verification/submissions.js';

/** Completes every quest at the microblog. */
export const verifyMicroblog = contract({
  subject: 'quests.microblog.verify',
  request: PlatformCheckRequest,
  reply: SubmissionDetail,
  errors: PLATFORM_CHECK_ERRORS,
  http: {
    id: 'verifyMicroblog',
    route: 'POST /v1/quests/:questId/microblog/verify',
    tag: 'microblog',
    summary: 'Check a microblog quest with your linked account',
    description: PLATFORM_CHECK_STATUSES,
    examples: {
      social_microblog_follow: {},
      social_microblog_quote: { inputs: { postUrl: 'https://x.com/luna/status/1900000000000000012' } },
    },
    status: 201,
    idempotent: true,
    replies: { taskTypeId: 'social_microblog_follow', method: 'platform_api' },
  },
});
