import { Creating } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { combine } from '../../language/fields/index.js';
import { ByEarner } from '../verification/credit.js';
import { PLATFORM_CHECK_ERRORS, PLATFORM_CHECK_STATUSES } from '../verification/platform-check.js';
import { SubmissionDetail } from '../verification/submissions.js';

class VerifyChatcommRequest extends combine(ByEarner, Creating) {}

/** Completes every quest at the chat server (spec 4.2). */
export const verifyChatcomm = contract({
  subject: 'quests.chatcomm.verify',
  request: VerifyChatcommRequest,
  reply: SubmissionDetail,
  errors: PLATFORM_CHECK_ERRORS,
  http: {
    id: 'verifyChatcomm',
    route: 'POST /v1/quests/:questId/chatcomm/verify',
    tag: 'chatcomm',
    summary: 'Check a chat-server quest with your linked account',
    description: PLATFORM_CHECK_STATUSES,
    replies: { taskTypeId: 'social_chatcomm_join', method: 'platform_api' },
    status: 201,
    idempotent: true,
  },
});
