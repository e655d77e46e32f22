import {
  MESSENGER_MEMBER_STATUSES,
  readMessengerChat,
  type MessengerMemberStatus,
} from '@questp/messages/integrations';
import { FORMS } from '@questp/messages/language';
import { verifyMessenger } from '@questp/messages/quests';
import {
  choice,
  httpUrl,
  line,
  NOTHING,
  object,
  shown,
  text,
  withDefault,
} from '../../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { platformCheck } from '../platform-check.js';

const rank = (status: MessengerMemberStatus): number => MESSENGER_MEMBER_STATUSES.indexOf(status);

export const join = defineTaskType({
  id: 'social_messenger_join',
  name: 'Join',
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  config: object(
    {
      chatId: text('Chat to join; the project bot is an admin of it.', 64, { pattern: FORMS.chat_id.pattern.source }),
      inviteUrl: shown(httpUrl('Invitation shown to the earner.')),
      chatTitle: shown(line('Title shown to the earner; by default that of the chat.', 128)),
      requireStatus: withDefault(choice('Least status in the chat.', MESSENGER_MEMBER_STATUSES), 'member'),
    },
    ['chatId'],
  ),
  inputs: NOTHING,
  target: {
    pointer: '/chatId',
    contract: readMessengerChat,
    ask: ({ chatId }, projectId) => ({ projectId, chatId }),
    resolved: (config, value) => ({ ...value, ...config, ...('chatId' in value && { chatId: value.chatId }) }),
    renamed: ({ chatId: from }, { messengerMember }) => {
      const to = messengerMember?.chatId ?? from;
      return to === from ? undefined : { members: { chatId: to }, from, to };
    },
  },
  ...platformCheck,
  completedBy: verifyMessenger,
  facts: { messengerMember: ({ chatId }) => ({ chatId }) },
  rule: ({ requireStatus }, _inputs, { messengerMember }) => {
    if (messengerMember === null || rank(messengerMember.status) < rank(requireStatus)) {
      return {
        kind: 'fail',
        code: 'ACTION_NOT_FOUND',
        detail: `Your linked account has to be ${requireStatus} of the chat.`,
      };
    }
    return { kind: 'pass', subjects: [{ kind: 'account', subject: `messenger/${messengerMember.accountId}` }] };
  },
  exampleConfig: { chatId: '-1001000000001' },
  exampleInputs: {},
});
