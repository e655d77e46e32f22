import { count, frontEndUrl, list, origins, port, str, url, type ConfigOf } from '@questp/service';

const perMinute = (desc: string, value: number) => count({ desc: `${desc}, per minute`, default: value });

export const CONFIG_SPEC = {
  HOST: str({ desc: 'Address of PORT', default: '127.0.0.1' }),
  PORT: port({ desc: 'Public port of the API', default: 3000 }),
  PUBLIC_URL: url({ desc: 'Public address of the API, without a path', default: 'http://127.0.0.1:3000' }),
  APP_URL: frontEndUrl('APP_URL', 'whose pages may call the API'),
  STUDIO_URL: frontEndUrl('STUDIO_URL', 'whose pages may call the API'),
  CONSOLE_URL: frontEndUrl('CONSOLE_URL', 'whose pages may call the API'),
  CORS_ORIGINS: origins({
    desc: 'Further origins whose pages may call the API, comma-separated, each <scheme>://<host>[:<port>]',
    default: [],
  }),
  TRUSTED_PROXIES: list({
    desc: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted; none by default',
    default: [],
  }),
  LIMIT_PRINCIPAL: perMinute('Requests by one user, one operator or all API keys of one project', 600),
  LIMIT_PRINCIPAL_WRITES: perMinute('Writing requests by one user or operator', 300),
  LIMIT_ADDRESS: perMinute('Requests from one address', 60_000),
  LIMIT_ANONYMOUS: perMinute('Requests without a token from one address', 6_000),
  LIMIT_WEBHOOKS: perMinute('Requests to webhooks from one address', 30_000),
  LIMIT_CHALLENGE: perMinute('Sign-in challenges for one address', 1_500),
  LIMIT_VERIFY: perMinute('Wallet signatures and mailed codes that are verified from one address', 1_500),
  LIMIT_EMAIL_CODES: perMinute('Requests for mailed codes from one address', 300),
  LIMIT_PASSWORD: perMinute('User passwords that are tried or set from one address', 10),
  LIMIT_ADMIN_SIGN_IN: perMinute('Operator sign-ins per address', 10),
  LIMIT_LOOKUP: perMinute('Users looked up by username or wallet from one address', 60),
  LIMIT_ACCOUNT_EXPORTS: perMinute('Account exports from one address', 3),
  LIMIT_STREAMS: count({ desc: 'Live streams and sockets of one user or operator at one gateway', default: 10 }),
  LIMIT_SOCKETS_PENDING: count({
    desc: 'Sockets of one address at one gateway that joined no namespace',
    default: 200,
  }),
  LIMIT_STREAMS_TOTAL: count({ desc: 'Live streams and sockets at one gateway', default: 5_000 }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
