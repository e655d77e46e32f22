import { Client, type ClientInfo } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import {
  PLATFORM_CHECK_ERRORS,
  PLATFORM_CHECK_STATUSES,
  PlatformCheckRequest,
} from '../verification/platform-check.js';
import { SubmissionDetail } from '../verification/submissions.js';

class VerifyMicroblogRequest extends PlatformCheckRequest {
  @Client()
  client?: ClientInfo;
}

/** Completes every quest at the microblog. */
export const verifyMicroblog = contract({
  subject: 'quests.microblog.verify',
  request: VerifyMicroblogRequest,
  reply: SubmissionDetail,
  errors: [...PLATFORM_CHECK_ERRORS, 'SPACE_NOT_LIVE', 'SECRET_CODE_WRONG', 'SECRET_CODE_LOCKED'],
  http: {
    id: 'verifyMicroblog',
    route: 'POST /v1/quests/:questId/microblog/verify',
    tag: 'microblog',
    summary: 'Check a microblog quest with your linked account',
    description: `${PLATFORM_CHECK_STATUSES} The code of a Space counts while the Space is live and for the quest's minutes of grace after it; ten wrong codes within 15 minutes lock the quest for the earner.`,
    examples: {
      social_microblog_follow: {},
      social_microblog_quote: { inputs: { postUrl: 'https://x.com/luna/status/1900000000000000012' } },
      social_microblog_space_attend: { inputs: { code: 'moonrise' } },
    },
    status: 201,
    idempotent: true,
    replies: { taskTypeId: 'social_microblog_follow', method: 'platform_api' },
  },
});
