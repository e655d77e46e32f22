import { count, frontEndUrl, str, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  APP_URL: frontEndUrl('APP_URL', 'which texts that wallets sign name'),
  CHAINS: str({ desc: 'JSON array of further chains or replacements for the built-in ones', default: '[]' }),
  LIMIT_INVITATIONS_SENT: count({ desc: 'Invitations to teams that one user sends in a day', default: 100 }),
  LIMIT_INVITATIONS_RECEIVED: count({ desc: 'Invitations to teams that one user gets in a day', default: 10 }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
