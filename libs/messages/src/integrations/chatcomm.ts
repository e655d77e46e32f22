import { Flag, Id, Line, ListOf, ListOfText, Text, Time, UserId, combine } from '../language/fields/index.js';
import type { Timestamp } from '../language/contract/common.js';
import { ACCOUNT_ID } from './oauth.js';
import { requests } from './fact-costs.js';
import { factContract, ofAccount } from './facts.js';

const SNOWFLAKE = { form: 'snowflake', max: 21 } as const;
const NAME = { max: 100 } as const;
/** Pages of the latest messages that one check reads, before it searches older ones. */
export const MAX_CHATCOMM_PAGES = 3;
/**
 * For an empty page: the application, the channel, the page, and the channel again, its parent, roles and membership by
 * which the bot may read it. For a busy channel: the application, the channel, the pages and the search.
 */
const MAX_MESSAGE_REQUESTS = 7;

class OfProject {
  @Id()
  projectId!: string;
}

/** A chat server, read by the bot that the project added to it. */
class ServerRequest extends OfProject {
  @Text(SNOWFLAKE)
  guildId!: string;
}

export class ChatcommServer {
  @Line(NAME)
  guildName!: string;
}

/** The server of the project's connection. */
export const readChatcommServer = factContract('integrations.facts.chatcomm-server', ServerRequest, ChatcommServer, {
  reads: 'the server that the bot of the project is in: id and name',
  within: 'one answer',
});

/** A channel or a role. */
export class ChatcommChoice {
  @Text({ ...SNOWFLAKE, description: 'Id at the chat server', example: '1500000000000000001' })
  id!: string;

  @Line({ ...NAME, description: 'Name', example: 'general' })
  name!: string;
}

export class ChatcommChannelChoice extends ChatcommChoice {
  @ListOfText({
    max: 2,
    maxLength: 20,
    description:
      'Permissions that the bot lacks in the channel; a message quest can name the channel if there are none',
    example: ['Read Message History'],
  })
  missingPermissions!: string[];
}

/** What quests of the project can name at its chat server. */
export class ChatcommChoices {
  @Text({ ...SNOWFLAKE, description: 'The server of the project', example: '1300000000000000001' })
  guildId!: string;

  @Line({ ...NAME, description: 'Name of the server', example: 'First server' })
  guildName!: string;

  @ListOf(() => ChatcommChannelChoice, { max: 500, description: 'Channels that have messages' })
  channels!: ChatcommChannelChoice[];

  @ListOf(() => ChatcommChoice, { max: 250, description: 'Roles that members can hold' })
  roles!: ChatcommChoice[];

  @Flag({
    description:
      'True if the bot can read the text of messages (the message-content capability); without it, `requireSubstring` is refused',
    example: true,
  })
  readsContent!: boolean;
}

/** The server of the project's connection. */
export const readChatcommChoices = factContract('integrations.facts.chatcomm-choices', OfProject, ChatcommChoices, {
  reads: 'channels that the bot can read, and roles of the server',
  within: 'one answer each',
});

class RoleRequest extends ServerRequest {
  @Text(SNOWFLAKE)
  roleId!: string;
}

export class ChatcommRole extends ChatcommServer {
  @Line(NAME)
  roleName!: string;
}

export const readChatcommRole = factContract('integrations.facts.chatcomm-role', RoleRequest, ChatcommRole, {
  reads: 'a role of the server: id and name',
  within: 'all roles of the server, in one answer',
});

class ChannelRequest extends ServerRequest {
  @Text(SNOWFLAKE)
  channelId!: string;
}

export class ChatcommChannel {
  @Line(NAME)
  channelName!: string;

  @Flag({ description: 'True if the bot can read the text of messages (the message-content capability)' })
  readsContent!: boolean;
}

/** A channel of the server whose messages the bot may read. */
export const readChatcommChannel = factContract(
  'integrations.facts.chatcomm-channel',
  ChannelRequest,
  ChatcommChannel,
  {
    reads: 'a channel: its name, and whether the bot may read its history and the text of messages',
    within: 'one answer',
  },
);

class ByEarner {
  @UserId()
  userId!: string;
}

/** Current name of a server, channel or role of the quest; null: the platform did not return it. */
const PRESENT_NAME = { ...NAME, nullable: true } as const;

/** The linked account in a server. */
export class ChatcommMember {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Line(PRESENT_NAME)
  guildName!: string | null;

  @Flag()
  isMember!: boolean;

  @Flag({ description: 'True until the account has passed the membership screening of the server' })
  isPending!: boolean;

  @ListOfText({ max: 250, maxLength: SNOWFLAKE.max, form: 'snowflake' })
  roleIds!: string[];
}

export const readChatcommMember = ofAccount(
  { provider: 'chatcomm', byId: true },
  factContract(
    'integrations.facts.chatcomm-member',
    class MemberRequest extends combine(ServerRequest, ByEarner) {},
    ChatcommMember,
    { reads: 'the membership of the linked account in the server, with its roles', within: 'one member; 250 roles' },
    requests(2),
  ),
);

class MessagesRequest extends combine(ChannelRequest, ByEarner) {
  @Time({ nullable: true, description: 'Only messages from then on' })
  since!: Timestamp | null;

  @Text({ max: 200, nullable: true, description: 'Text that a message contains, in any case' })
  substring!: string | null;
}

/** What the linked account wrote in a channel. */
export class ChatcommMessages {
  @Text(ACCOUNT_ID)
  accountId!: string;

  @Line(PRESENT_NAME)
  channelName!: string | null;

  @Text({ ...SNOWFLAKE, nullable: true, description: 'The latest message that fits; null: none' })
  messageId!: string | null;

  @Flag({ description: 'True if the account wrote in the channel' })
  hasWritten!: boolean;

  @Flag({ description: 'Whether every message of the account was looked at' })
  isComplete!: boolean;
}

export const readChatcommMessages = ofAccount(
  { provider: 'chatcomm', byId: true },
  factContract(
    'integrations.facts.chatcomm-messages',
    MessagesRequest,
    ChatcommMessages,
    {
      reads: 'messages that the member wrote (types DEFAULT and REPLY), by their own words: content and polls',
      within: `the newest ${MAX_CHATCOMM_PAGES} pages of 100 since the start, then the first 25 results of a search by author and channel; with more of either, a missing message is for a reviewer`,
    },
    requests(MAX_MESSAGE_REQUESTS, 2),
  ),
);
