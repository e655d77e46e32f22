import { defineFamily } from '../../family/define-family.js';
import { snowflake } from '../../../catalog/definition/common-fields.js';
import { httpUrl, line, NOTHING, object, shown } from '../../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';

const common = {
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  inputs: NOTHING,
  ...unavailable('the community chat integration'),
} as const;
const guildId = snowflake("Server, from the project's chat-server connection.");
const inviteUrl = shown(httpUrl('Invitation shown to the earner.'));

/** Spec 2.4 "chatcomm", 2.5, 4.2 rule 4. */
export const chatcomm = defineFamily({
  types: [
    defineTaskType({
      ...common,
      id: 'social_chatcomm_join',
      name: 'Join',
      periods: ONCE,
      config: object({ guildId, guildName: shown(line('Name shown to the earner.', 100)), inviteUrl }, ['guildId']),
    }),
    defineTaskType({
      ...common,
      id: 'social_chatcomm_role',
      name: 'Role',
      periods: ONCE,
      config: object(
        {
          guildId,
          roleId: snowflake('Role to hold.'),
          roleName: shown(line('Name shown to the earner.', 100)),
          inviteUrl,
        },
        ['guildId', 'roleId'],
      ),
    }),
    defineTaskType({
      ...common,
      id: 'social_chatcomm_message',
      name: 'Message',
      periods: ANY_PERIOD,
      config: object(
        {
          guildId,
          channelId: snowflake('Channel to post in.'),
          channelName: shown(line('Name shown to the earner.', 100)),
          inviteUrl,
          requireSubstring: line('Text the message contains, in any case; needs the message-content capability.', 200),
        },
        ['guildId', 'channelId', 'channelName'],
      ),
    }),
  ],
});
