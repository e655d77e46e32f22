import { COMMON_CONFIG, DATABASE_CONFIG, loadConfig, str } from '@questp/service';

export const CONFIG_SPEC = {
  ...COMMON_CONFIG,
  ...DATABASE_CONFIG,
  APP_URL: str({
    desc: 'Address of the earner app, named in texts that wallets sign',
    default: 'http://localhost:4200',
  }),
  CHAINS: str({ desc: 'JSON array of further chains or replacements for the built-in ones', default: '[]' }),
} as const;

export type Config = ReturnType<typeof readConfig>;

export const readConfig = () => loadConfig(CONFIG_SPEC);
