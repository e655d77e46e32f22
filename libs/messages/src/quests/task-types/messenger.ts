import { Creating } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { Id, Text, combine } from '../../language/fields/index.js';
import { ByEarner } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';
import { ACCOUNT_ERRORS, CheckPreview, DRY_RUN } from '../verification/platform-check.js';
import { SubmissionDetail } from '../verification/submissions.js';

class StartMessageRequest {
  @Id()
  questId!: string;
}

/** Most characters of the message that a bot answers a start with. */
export const START_MESSAGE_LENGTH = 1_000;

class StartMessage {
  @Text({ max: START_MESSAGE_LENGTH, nullable: true, description: 'Null: the bot answers nothing' })
  message!: string | null;
}

/** Reply of the project's bot to users who start it for the quest. */
export const readStartMessage = contract({
  subject: 'quests.messenger.start-message',
  callers: ['integrations'],
  reads: true,
  request: StartMessageRequest,
  reply: StartMessage,
});

export class MessengerStatus extends CheckPreview {
  @Text({
    max: 200,
    nullable: true,
    description: 'Deep link by which you start the bot; null: the quest asks for no start, or the project has no bot',
    example: null,
  })
  startUrl!: string | null;
}

const MESSENGER = '/v1/quests/:questId/messenger';
const tag = 'messenger';

export const getMessengerStatus = contract({
  subject: 'quests.messenger.status',
  request: ByEarner,
  reply: MessengerStatus,
  errors: ['WRONG_TASK_TYPE', 'TASK_TYPE_NOT_AVAILABLE'],
  http: {
    id: 'getMessengerStatus',
    route: `GET ${MESSENGER}/status`,
    tag,
    summary: 'Get what a check of your messenger account would come to',
  },
});

class VerifyMessengerRequest extends combine(ByEarner, Creating) {}

/** A check that does not find what the quest asks for yet leaves a pending submission, which updates of the bot complete. */
export const verifyMessenger = contract({
  subject: 'quests.messenger.verify',
  request: VerifyMessengerRequest,
  reply: SubmissionDetail,
  errors: [
    ...EARNING_ERRORS,
    'TASK_TYPE_NOT_AVAILABLE',
    'ACTION_NOT_FOUND',
    'NOT_LINKED',
    'ACCOUNT_RELINK_NEEDED',
    'ACCOUNT_HIDDEN',
    'QUEST_MISCONFIGURED',
    'SUBJECT_ALREADY_USED',
  ],
  http: {
    id: 'verifyMessenger',
    route: `POST ${MESSENGER}/verify`,
    tag,
    summary: 'Check your messenger account and complete the quest',
    description: `Credits the quest at once when the check passes. Otherwise the submission is pending and completes when the messenger reports the missing action. ${ACCOUNT_ERRORS}`,
    replies: { taskTypeId: 'social_messenger_join', method: 'platform_api' },
    idempotent: true,
  },
});

/** NOT_FOUND for who is no member of the project. */
export const previewMessenger = contract({
  subject: 'quests.messenger.preview',
  request: ByEarner,
  reply: MessengerStatus,
  errors: ['WRONG_TASK_TYPE'],
  http: [
    {
      id: 'previewMessengerStatus',
      route: `POST ${MESSENGER}/preview/status`,
      tag,
      summary: 'Preview the messenger status of a quest',
      description: DRY_RUN,
      again: 'Each call queries the messenger.',
    },
    {
      id: 'previewMessengerVerify',
      route: `POST ${MESSENGER}/preview/verify`,
      tag,
      summary: 'Preview the messenger check of a quest',
      description: DRY_RUN,
      again: 'Each call queries the messenger.',
    },
  ],
});
