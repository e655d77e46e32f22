import { requests } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';
import { ACCOUNT_ID } from './oauth.js';
import { WebhookRequest } from './webhooks.js';
import { Client, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import { AdminId, Flag, Id, OneOf, Text, Time, UserId, combine, enumeration } from '../language/fields/index.js';

const CHAT_ID = { max: 64, form: 'chat_id', example: '-1001234567890' } as const;
const TITLE = { max: 300, example: 'Orbit community' } as const;
const tag = 'connections';

/** Minutes in which a link of `startMessengerLink` can be used. */
export const MESSENGER_LINK_MINUTES = 10;

class MessengerUpdateRequest extends WebhookRequest {
  @Id({ optional: true, description: "The project of the bot; absent: the platform's bot" })
  projectId?: string;
}

/** UNAUTHENTICATED without the secret of the bot, and for a project without a bot. */
export const receiveMessengerUpdate = contract({
  subject: 'integrations.messenger.receive',
  request: MessengerUpdateRequest,
  reply: null,
  http: [
    {
      id: 'receiveMessengerUpdate',
      route: 'POST /v1/messenger/webhook',
      tag: 'webhooks',
      summary: "Receive an update of the platform's messenger bot",
      description:
        'Called by the messenger with the secret of the bot in `X-Messenger-Bot-Api-Secret-Token` or `X-Telegram-Bot-Api-Secret-Token`. What is read of an update is stored before the answer.',
      again: 'An update has its effect once.',
      set: { projectId: undefined },
      webhook: true,
      example: { body: '{"update_id":1}' },
    },
    {
      id: 'receiveProjectMessengerUpdate',
      route: 'POST /v1/messenger/webhook/project/:projectId',
      tag: 'webhooks',
      summary: "Receive an update of a project's messenger bot",
      description:
        'Called by the messenger with the secret of the bot in `X-Messenger-Bot-Api-Secret-Token` or `X-Telegram-Bot-Api-Secret-Token`. What is read of an update is stored before the answer.',
      again: 'An update has its effect once.',
      webhook: true,
      example: { body: '{"update_id":1}' },
    },
  ],
});

class StartLinkRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export class MessengerLink {
  @Text({
    max: 200,
    description: "Deep link that opens the platform's bot, which asks the account that starts it for a confirmation",
    example: 'https://t.me/quest_bot?start=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  })
  url!: string;

  @Time({ description: 'When the link expires' })
  expiresAt!: Timestamp;
}

export const startMessengerLink = contract({
  subject: 'integrations.messenger.start-link',
  request: StartLinkRequest,
  reply: MessengerLink,
  errors: ['OAUTH_NOT_AVAILABLE', 'PLATFORM_UNAVAILABLE'],
  http: {
    id: 'startMessengerLink',
    route: 'POST /v1/users/me/messenger/link-url',
    tag: 'users',
    summary: 'Get a link that links your messenger account',
    description: `The bot answers the account that starts it with the names of the account and of the user, and with a command. The account is linked when it sends the command, within ${MESSENGER_LINK_MINUTES} minutes of this call; a link that is not confirmed ends. Works once.`,
    again: 'Each call returns a new link; earlier links end.',
  },
});

class RegisterWebhookRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

export class MessengerWebhook {
  @Text({
    max: 2_100,
    description: 'Address that the messenger sends updates to',
    example: 'https://api.example.org/v1/messenger/webhook',
  })
  url!: string;
}

export const registerMessengerWebhook = contract({
  subject: 'integrations.messenger.register-webhook',
  request: RegisterWebhookRequest,
  reply: MessengerWebhook,
  deadlineMs: 10_000,
  errors: ['OAUTH_NOT_AVAILABLE', 'PLATFORM_UNAVAILABLE'],
  http: {
    id: 'adminRegisterMessengerWebhook',
    route: 'POST /v1/admin/messenger/register-webhook',
    tag: 'admin',
    summary: "Point the platform's messenger bot at this API",
    description: 'Generates a new webhook secret, registers it at the messenger and stores it.',
    again: 'Each call registers a new secret.',
  },
});

class ProjectRequest {
  @Id()
  projectId!: string;
}

export const MESSENGER_CHAT_TYPES = enumeration('MessengerChatType', ['group', 'supergroup', 'channel']);
export type MessengerChatType = (typeof MESSENGER_CHAT_TYPES)[number];

export class MessengerChat {
  @Text({ ...CHAT_ID, description: 'Id of the chat' })
  chatId!: string;

  @Text({ ...TITLE, description: 'Title of the chat' })
  title!: string;

  @OneOf(MESSENGER_CHAT_TYPES, { description: 'Kind of chat', example: 'supergroup' })
  type!: MessengerChatType;

  @Flag({ description: 'True if the bot is an admin of the chat, which checks need', example: true })
  isAdmin!: boolean;
}

/** Of the list of a bot's chats. */
export const MAX_MESSENGER_CHATS = 200;

export const listMessengerChats = contract({
  subject: 'integrations.messenger.chats',
  request: ProjectRequest,
  reply: listOf(MessengerChat, { max: MAX_MESSENGER_CHATS }),
  http: {
    id: 'listMessengerChats',
    route: 'GET /v1/projects/:projectId/messenger/chats',
    tag,
    summary: "List the chats of the project's messenger bot",
    description: `Chats that the bot was added to while it was connected, at most ${MAX_MESSENGER_CHATS}.`,
  },
});

class MessengerChatRequest extends ProjectRequest {
  @Text(CHAT_ID)
  chatId!: string;
}

export class MessengerChatTarget {
  @Text(CHAT_ID)
  chatId!: string;

  @Text({ max: 128 })
  chatTitle!: string;
}

/** A chat that the project's bot is an admin of. */
export const readMessengerChat = factContract(
  'integrations.facts.messenger-chat',
  MessengerChatRequest,
  MessengerChatTarget,
  { reads: 'a chat that the bot of the project is an admin of, under its present id and name', within: 'one answer' },
);

class OfEarner {
  @UserId()
  userId!: string;
}

class MessengerMemberRequest extends combine(MessengerChatRequest, OfEarner) {}

export const MESSENGER_MEMBER_STATUSES = enumeration('MessengerMemberStatus', ['member', 'administrator', 'creator']);
export type MessengerMemberStatus = (typeof MESSENGER_MEMBER_STATUSES)[number];

export class MessengerMember {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ ...CHAT_ID, description: 'Where it was found: a group that became a supergroup has another id' })
  chatId!: string;

  @OneOf(MESSENGER_MEMBER_STATUSES)
  status!: MessengerMemberStatus;
}

/** How the linked account of the user is in a chat; not_found: it is not in it. */
export const readMessengerMember = ofAccount(
  { provider: 'messenger' },
  factContract(
    'integrations.facts.messenger-member',
    MessengerMemberRequest,
    MessengerMember,
    {
      reads: 'the status of the linked account in a chat',
      within:
        'one answer; a refusal that the messenger returns at random is asked again once, and is then inconclusive',
    },
    requests(5, 1),
  ),
);

class OfQuest extends combine(ProjectRequest, OfEarner) {
  @Id()
  questId!: string;
}

export class MessengerStart {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Time()
  startedAt!: Timestamp;
}

/** Whether the linked account of the user has started the project's bot with the user's link of the quest. */
export const readMessengerStart = ofAccount(
  { provider: 'messenger' },
  factContract(
    'integrations.facts.messenger-start',
    OfQuest,
    MessengerStart,
    {
      reads: 'whether the linked account started the bot with the link of the quest',
      within: 'what the webhook of the bot received',
    },
    requests(0),
  ),
);

class StartUrl {
  @Text({ max: 200, nullable: true, description: 'Null: the project has no bot' })
  url!: string | null;
}

/** The deep link by which the user starts the project's bot for the quest. */
export const makeMessengerStartUrl = contract({
  subject: 'integrations.messenger.start-url',
  callers: ['quests-verify'],
  reads: true,
  request: OfQuest,
  reply: StartUrl,
});
