import { START_MESSAGE_LENGTH, verifyMessenger } from '@questp/messages/quests';
import { NOTHING, object, shown, text } from '../../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { platformCheck } from '../platform-check.js';

export const botStart = defineTaskType({
  id: 'social_messenger_bot_start',
  name: 'Bot Start',
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  config: object({ customStartMessage: shown(text('Answer of the bot to a start.', START_MESSAGE_LENGTH)) }),
  inputs: NOTHING,
  ...platformCheck,
  completedBy: verifyMessenger,
  facts: { messengerStart: () => ({}) },
  rule: (_config, _inputs, { messengerStart }) =>
    messengerStart === null
      ? { kind: 'fail', code: 'ACTION_NOT_FOUND', detail: 'Your linked account has not started the bot.' }
      : { kind: 'pass', subjects: [{ kind: 'account', subject: `messenger/${messengerStart.accountId}` }] },
  exampleConfig: { customStartMessage: 'Welcome to the quest.' },
  exampleInputs: {},
});
