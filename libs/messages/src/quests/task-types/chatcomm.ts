import { Creating } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { ChatcommChoices } from '../../integrations/chatcomm.js';
import { Id, ListOfText, combine } from '../../language/fields/index.js';
import { ByEarner } from '../verification/credit.js';
import {
  CheckPreview,
  DRY_RUN,
  PLATFORM_CHECK_ERRORS,
  PLATFORM_CHECK_STATUSES,
} from '../verification/platform-check.js';
import { SubmissionDetail } from '../verification/submissions.js';

const CHATCOMM = '/v1/quests/:questId/chatcomm';
const tag = 'chatcomm';

class VerifyChatcommRequest extends combine(ByEarner, Creating) {}

/** Completes every quest at the chat server (spec 4.2). */
export const verifyChatcomm = contract({
  subject: 'quests.chatcomm.verify',
  request: VerifyChatcommRequest,
  reply: SubmissionDetail,
  errors: PLATFORM_CHECK_ERRORS,
  http: {
    id: 'verifyChatcomm',
    route: `POST ${CHATCOMM}/verify`,
    tag,
    summary: 'Check a chat-server quest with your linked account',
    description: PLATFORM_CHECK_STATUSES,
    replies: { taskTypeId: 'social_chatcomm_join', method: 'platform_api' },
    status: 201,
    idempotent: true,
  },
});

/** NOT_FOUND for who is no member of the project. */
export const previewChatcomm = contract({
  subject: 'quests.chatcomm.preview',
  request: ByEarner,
  reply: CheckPreview,
  errors: ['WRONG_TASK_TYPE'],
  http: [
    {
      id: 'previewChatcommStatus',
      route: `POST ${CHATCOMM}/preview/status`,
      tag,
      summary: 'Preview the chat-server status of a quest',
      description: DRY_RUN,
      again: 'Each call queries the chat server.',
    },
    {
      id: 'previewChatcommVerify',
      route: `POST ${CHATCOMM}/preview/verify`,
      tag,
      summary: 'Preview the chat-server check of a quest',
      description: DRY_RUN,
      again: 'Each call queries the chat server.',
    },
  ],
});

class OfProjectRequest {
  @Id()
  projectId!: string;
}

/** NOT_FOUND without a connection that works. */
export const listChatcommChoices = contract({
  subject: 'quests.chatcomm.choices',
  request: OfProjectRequest,
  reply: ChatcommChoices,
  errors: ['PLATFORM_UNAVAILABLE'],
  http: {
    id: 'listChatcommChoices',
    route: 'GET /v1/projects/:projectId/chatcomm/server',
    tag: 'connections',
    summary: "List the channels and roles of the project's chat server",
    description:
      'What quests of the project can name, what the bot may not read, and whether quests can require a text.',
  },
});

/** Channels of one project that a test of its connection looks at. */
export const MAX_MESSAGE_CHANNELS = 50;

class MessageChannels {
  @ListOfText({ max: MAX_MESSAGE_CHANNELS, maxLength: 21, form: 'snowflake' })
  channelIds!: string[];
}

/** The channels that published quests of a project name. */
export const listMessageChannels = contract({
  subject: 'quests.chatcomm.channels',
  callers: ['integrations'],
  reads: true,
  request: OfProjectRequest,
  reply: MessageChannels,
});
