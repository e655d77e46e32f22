import { count, frontEndUrl, list, makeValidator, num, secret, secretStr, str, type ConfigOf } from '@questp/service';
import { VAULT_CONFIG } from '@questp/vault';
import { parseMethodHashKey } from './method-hash-key.js';

/** Lifetimes of sessions. */
export const SESSION_CONFIG = {
  USER_SESSION_DAYS: num({ desc: 'Days a user session lasts', default: 30 }),
  USER_SESSION_IDLE_DAYS: num({ desc: 'Days without use that end a user session', default: 7 }),
  ADMIN_SESSION_HOURS: num({ desc: 'Hours an operator session lasts', default: 12 }),
  ADMIN_SESSION_IDLE_HOURS: num({ desc: 'Hours without use that end an operator session', default: 1 }),
} as const;

export const CONFIG_SPEC = {
  ...VAULT_CONFIG,
  METHOD_HASH_KEY: secret(
    makeValidator(parseMethodHashKey)({
      desc: 'Key that hashes wallets, addresses and linked accounts, 32 random bytes in base64; never change it',
    }),
  ),
  APP_URL: frontEndUrl('APP_URL', 'which is shown in texts that wallets sign'),
  SIGN_IN_DOMAIN: str({
    desc: 'Domain shown in texts that wallets sign; by default the host of APP_URL',
    default: '',
  }),
  SIGN_IN_STATEMENT: str({
    desc: 'Line that a wallet shows for a sign-in',
    default: 'Sign in to the quest platform. This costs nothing and moves nothing.',
  }),
  LINK_STATEMENT: str({
    desc: 'Line that a wallet shows when it is linked to an account',
    default: 'Link this wallet to your account on the quest platform. This costs nothing and moves nothing.',
  }),
  PAYOUT_STATEMENT: str({
    desc: 'Line that a wallet shows when it is chosen to be paid',
    default: 'Receive the payouts of the quest platform at this address. This costs nothing and moves nothing.',
  }),
  BOT_CHECK: str({
    desc: 'Provider of the CAPTCHA that is required before a code is mailed and after wrong passwords',
    choices: ['off', 'turnstile', 'hcaptcha'],
    default: 'off',
  }),
  BOT_CHECK_SECRET: secretStr({ desc: 'Secret key of the CAPTCHA', default: '' }),
  BOT_CHECK_HOSTNAMES: list({ desc: 'Hosts whose pages show the CAPTCHA, comma-separated', default: [] }),
  BOT_CHECK_URL: str({ desc: "Test only: URL in place of the provider's", default: '' }),
  LIMIT_NEW_API_KEYS: count({ desc: 'API keys that one user creates on a day (UTC)', default: 50 }),
  ...SESSION_CONFIG,
  BOOTSTRAP_ADMIN_EMAIL: str({ desc: 'E-mail of the first super admin; used while there is no operator', default: '' }),
  BOOTSTRAP_ADMIN_PASSWORD: secretStr({
    desc: 'First password of the first super admin, 12 to 128 characters; to be changed at the first sign-in',
    default: '',
  }),
} as const;

export type SessionConfig = ConfigOf<typeof SESSION_CONFIG>;
export type Config = ConfigOf<typeof CONFIG_SPEC>;
