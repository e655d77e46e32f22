import { frontEndUrl, str, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  APP_URL: frontEndUrl('APP_URL', 'which texts that wallets sign name'),
  CHAINS: str({ desc: 'JSON array of further chains or replacements for the built-in ones', default: '[]' }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
