import { defineFamily } from '../../family/define-family.js';
import { FORMS } from '@questp/messages/language';
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
import { defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';

const common = {
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  inputs: NOTHING,
  ...unavailable('the messenger integration'),
} as const;

/** Spec 2.4 "messenger", 2.5. */
export const messenger = defineFamily({
  types: [
    defineTaskType({
      ...common,
      id: 'social_messenger_join',
      name: 'Join',
      config: object(
        {
          chatId: text('Chat to join; the project bot is an admin of it.', 64, {
            pattern: FORMS.chat_id.pattern.source,
          }),
          inviteUrl: shown(httpUrl('Invitation shown to the earner.')),
          chatTitle: shown(line('Title shown to the earner.', 128)),
          requireStatus: withDefault(
            choice('Least status in the chat.', ['member', 'administrator', 'creator']),
            'member',
          ),
        },
        ['chatId'],
      ),
    }),
    defineTaskType({
      ...common,
      id: 'social_messenger_bot_start',
      name: 'Bot Start',
      config: object({ customStartMessage: text('Answer of the bot to a start.', 1000) }),
    }),
  ],
});
