import {
  readChatcommChannel,
  readChatcommRole,
  readChatcommServer,
  type ChatcommChannel,
  type ChatcommRole,
  type ChatcommServer,
} from '@questp/messages/integrations';
import { fieldError } from '@questp/messages/language';
import { verifyChatcomm } from '@questp/messages/quests';
import { snowflake } from '../../../catalog/definition/common-fields.js';
import { httpUrl, line, NOTHING, object, shown, type JsonObject } from '../../../catalog/definition/json-schema.js';
import type { FactValues } from '../../../catalog/definition/facts.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { ANY_PERIOD, defineTaskType, ONCE, type Renamed } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { platformCheck } from '../platform-check.js';
import { ChatcommStudio } from './chatcomm-studio.js';
import { MessageChannelsRepository } from './message-channels.repository.js';

const common = {
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  inputs: NOTHING,
  exampleInputs: {},
  completedBy: verifyChatcomm,
  ...platformCheck,
} as const;
const server = {
  guildId: snowflake("Server, from the project's chat-server connection."),
  guildName: shown(line('Name of the server; looked up.', 100)),
  inviteUrl: shown(httpUrl('Invitation shown to the earner.')),
};
const guildId = '1300000000000000001';

interface InServer {
  guildId: string;
}

const passed = (accountId: string): Outcome => ({
  kind: 'pass',
  subjects: [{ kind: 'account', subject: `chatcomm/${accountId}` }],
});
const failed = (detail: string): Outcome => ({ kind: 'fail', code: 'ACTION_NOT_FOUND', detail });

/** Why a linked account is no full member; undefined: it is one. */
const membershipProblem = (member: { isMember: boolean; isPending: boolean } | null): Outcome | undefined => {
  if (member?.isMember !== true) return failed('Your linked account has not joined the server.');
  return member.isPending ? failed('Accept the rules of the server first; your membership is pending.') : undefined;
};

/** A name that is only shown is replaced; the team is not notified of what it has renamed itself. */
const present = (config: JsonObject, member: string, name: string | null): Renamed | undefined =>
  name === null || config[member] === name ? undefined : { members: { [member]: name }, from: name, to: name };
const ofServer = (config: JsonObject, { chatcommMember }: FactValues): Renamed | undefined =>
  present(config, 'guildName', chatcommMember?.guildName ?? null);

const join = defineTaskType({
  ...common,
  id: 'social_chatcomm_join',
  name: 'Join',
  periods: ONCE,
  config: object(server, ['guildId']),
  target: {
    pointer: '/guildId',
    contract: readChatcommServer,
    ask: ({ guildId }: InServer, projectId) => ({ guildId, projectId }),
    resolved: (config: JsonObject, { guildName }: ChatcommServer) => ({ ...config, guildName }),
    renamed: ofServer,
  },
  facts: { chatcommMember: ({ guildId }) => ({ guildId }) },
  rule: (_config, _inputs, { chatcommMember: member }) => membershipProblem(member) ?? passed(member?.accountId ?? ''),
  exampleConfig: { guildId },
});

const role = defineTaskType({
  ...common,
  id: 'social_chatcomm_role',
  name: 'Role',
  periods: ONCE,
  config: object(
    { ...server, roleId: snowflake('Role to hold.'), roleName: shown(line('Name of the role; looked up.', 100)) },
    ['guildId', 'roleId'],
  ),
  target: {
    pointer: '/roleId',
    contract: readChatcommRole,
    ask: ({ guildId, roleId }: InServer & { roleId: string }, projectId) => ({ guildId, roleId, projectId }),
    resolved: (config: JsonObject, names: ChatcommRole) => ({ ...config, ...names }),
    renamed: ofServer,
  },
  facts: { chatcommMember: ({ guildId }) => ({ guildId }) },
  rule: ({ roleId }, _inputs, { chatcommMember: member }) => {
    const problem = membershipProblem(member);
    if (problem !== undefined || member === null) return problem ?? failed('');
    return member.roleIds.includes(roleId)
      ? passed(member.accountId)
      : failed('Your linked account does not have the role.');
  },
  exampleConfig: { guildId, roleId: '1400000000000000001' },
});

const message = defineTaskType({
  ...common,
  id: 'social_chatcomm_message',
  name: 'Message',
  ruleVersion: 2,
  periods: ANY_PERIOD,
  config: object(
    {
      ...server,
      channelId: snowflake('Channel to post in, or a public thread; a post of a forum is one.'),
      channelName: shown(line('Name of the channel; looked up.', 100)),
      requireSubstring: line(
        'Text that the message contains in its own words, in any case; needs the message-content capability.',
        200,
      ),
    },
    ['guildId', 'channelId'],
  ),
  target: {
    pointer: '/channelId',
    contract: readChatcommChannel,
    ask: ({ guildId, channelId }: InServer & { channelId: string }, projectId) => ({ guildId, channelId, projectId }),
    resolved: (config: JsonObject, { channelName }: ChatcommChannel) => ({ ...config, channelName }),
    renamed: (config: JsonObject, { chatcommMessages }: FactValues) =>
      present(config, 'channelName', chatcommMessages?.channelName ?? null),
    errors: ({ requireSubstring }: { requireSubstring?: string }, { readsContent }: ChatcommChannel) =>
      requireSubstring === undefined || readsContent ? [] : [NO_CONTENT],
  },
  facts: {
    chatcommMessages: ({ guildId, channelId, requireSubstring = null }) => ({
      guildId,
      channelId,
      substring: requireSubstring,
    }),
  },
  rule: (_config, _inputs, { chatcommMessages: messages }) => {
    if (messages !== null && messages.messageId !== null) {
      return {
        ...passed(messages.accountId),
        usesOneOf: [{ kind: 'post', subject: `chatcomm/${messages.messageId}` }],
      };
    }
    if (messages?.isComplete === false) {
      return {
        kind: 'review',
        detail: 'Your message is not among the newest of the channel; older ones are not read.',
      };
    }
    return failed(
      messages?.hasWritten === true
        ? 'None of your messages in the channel has the text that is asked for.'
        : 'Your linked account has written no message in the channel.',
    );
  },
  exampleConfig: { guildId, channelId: '1500000000000000001' },
});

const NO_CONTENT = fieldError(
  '/config/requireSubstring',
  'NOT_ALLOWED',
  {},
  'The bot cannot read the text of messages: an operator has to enable the message-content capability.',
);

/** Spec 2.4 "chatcomm", 2.5, 4.2 rule 4. */
export const chatcomm = defineFamily({
  types: [join, role, message],
  providers: [ChatcommStudio, MessageChannelsRepository],
});
