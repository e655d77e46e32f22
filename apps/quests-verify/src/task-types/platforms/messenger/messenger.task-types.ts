import { defineFamily } from '../../family/define-family.js';
import { FORMS } from '@questp/messages';
import { choice, httpUrl, line, NOTHING, object, text } from '../../../catalog/definition/json-schema.js';
import { ONCE, unavailable } from '../../../catalog/definition/task-type.js';

const common = {
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  inputSchema: NOTHING,
  ...unavailable('the messenger integration'),
} as const;

/** Spec 2.4 "messenger", 2.5. */
export const messenger = defineFamily({
  types: [
    {
      ...common,
      id: 'social_messenger_join',
      name: 'Join',
      configSchema: object(
        {
          chatId: text('Chat to join; the project bot is an admin of it.', 64, {
            pattern: FORMS.chat_id.pattern.source,
          }),
          inviteUrl: httpUrl('Invitation shown to the earner.'),
          chatTitle: line('Title shown to the earner.', 128),
          requireStatus: choice('Least status in the chat.', ['member', 'administrator', 'creator'], {
            default: 'member',
          }),
        },
        ['chatId'],
      ),
    },
    {
      ...common,
      id: 'social_messenger_bot_start',
      name: 'Bot Start',
      configSchema: object({ customStartMessage: text('Answer of the bot to a start.', 1000) }),
    },
  ],
});
