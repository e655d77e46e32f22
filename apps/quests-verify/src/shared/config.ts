import { count, frontEndUrl, type ConfigOf } from '@questp/service';

const perDay = (desc: string, value: number) => count({ desc: `${desc} on a day (UTC)`, default: value });

export const CONFIG_SPEC = {
  APP_URL: frontEndUrl('APP_URL', 'named in the texts that wallets sign'),
  LIMIT_NEW_PROJECTS: perDay('Projects that one user creates', 10),
  LIMIT_NEW_CAMPAIGNS: perDay('Campaigns that one user creates', 50),
  LIMIT_NEW_QUESTS: perDay('Quests that one user creates', 1_000),
  LIMIT_ACTIVATIONS: perDay('Campaigns that one user activates, and quests that one user publishes', 1_000),
  LIMIT_INVITATIONS_SENT: count({ desc: 'Invitations to teams that one user sends in a day', default: 100 }),
  LIMIT_INVITATIONS_RECEIVED: count({ desc: 'Invitations to teams that one user gets in a day', default: 10 }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
