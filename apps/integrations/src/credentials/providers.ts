import type { Egress } from '@questp/egress';
import { MOST_CREDENTIAL_CHARACTERS, type CredentialProvider, type Patterned } from '@questp/messages';
import { BucketRequests } from '../files/storage/bucket-requests.js';
import { bucketOf } from '../files/storage/bucket.js';
import { discover } from '../oauth/discovery.js';
import type { Finding } from './finding.js';

export interface FieldDescription {
  secret?: true;
  required?: true;
  /** Letters, digits and signs by default. */
  form?: Patterned;
  /** 500 by default. */
  max?: number;
}

/** Values by name of a field. */
export type Values = Readonly<Partial<Record<string, string>>>;

/** A cheap GET that only somebody with the values is answered with 200. */
export interface Probe {
  /** Fields it is made of. */
  needs: readonly string[];
  url: (values: Values, config: ProbeConfig) => string;
  /** Whether the address is one of the values: an operator may name any, but for the environment's. */
  isNamed?: true;
  headers?: (values: Values, config: ProbeConfig) => Record<string, string>;
  /** What an answer of 200 shows. */
  shows: string;
}

/** What takes more than a GET to find out. */
export interface OwnProbe {
  needs: readonly string[];
  run: (egress: Egress, values: Values) => Promise<Finding>;
}

export interface ProviderDescription {
  fields: Readonly<Record<string, FieldDescription>>;
  /** Without one there is nothing to ask. */
  probe?: Probe | OwnProbe;
  /** Nothing is stored for it. */
  disabled?: true;
  /** A key of the escrow: for super admins, none of them twice, never from the environment. */
  escrowKey?: true;
}

/** Addresses of the platforms, by the variable that has them; without a slash at the end. SITE is where people sign in. */
export const PLATFORMS = {
  PLATFORM_MICROBLOG_URL: 'https://api.x.com',
  PLATFORM_MICROBLOG_SITE_URL: 'https://x.com',
  PLATFORM_CHATCOMM_URL: 'https://discord.com/api/v10',
  PLATFORM_CHATCOMM_SITE_URL: 'https://discord.com',
  PLATFORM_MESSENGER_URL: 'https://api.telegram.org',
  PLATFORM_CODEHOST_URL: 'https://api.github.com',
  PLATFORM_CODEHOST_SITE_URL: 'https://github.com',
  PLATFORM_VIDEOSITE_URL: 'https://www.googleapis.com',
  PLATFORM_VIDEOSITE_SITE_URL: 'https://accounts.google.com',
  PLATFORM_VIDEOSITE_TOKEN_URL: 'https://oauth2.googleapis.com',
} as const;
export type Platforms = Readonly<Record<keyof typeof PLATFORMS, string>>;
type ProbeConfig = Platforms & { S3_PATH_STYLE: boolean };

const required: FieldDescription = { required: true };
const optional: FieldDescription = {};
const secret: FieldDescription = { secret: true, required: true };
const optionalSecret: FieldDescription = { secret: true };
/** Such a text as RFC 6749 has client ids and secrets. */
const spaced = (field: FieldDescription): FieldDescription => ({ ...field, form: 'printable_spaced' });
/** Of an application at a provider that people sign in with. */
const application = { clientId: required, clientSecret: secret };

const escrowKey: ProviderDescription = {
  fields: { mnemonic: { ...secret, form: 'mnemonic' } },
  escrowKey: true,
};

const listing = (values: Values, config: ProbeConfig) =>
  new BucketRequests(bucketOf(values, config)).signed({ method: 'GET', path: '/?list-type=2&max-keys=1' });

export const basic = (user = '', password = '') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Of a bot, the platform's or a project's. */
export const BOT_PROBE: Probe = {
  needs: ['botToken'],
  url: ({ botToken }, { PLATFORM_MESSENGER_URL }) => `${PLATFORM_MESSENGER_URL}/bot${botToken}/getMe`,
  shows: 'The bot token was taken.',
};

/** Every provider of spec 2.8: what it takes, and how that is tested. */
export const PROVIDERS: Readonly<Record<CredentialProvider, ProviderDescription>> = {
  microblog: {
    fields: { ...application, bearerToken: optionalSecret },
    probe: {
      needs: ['bearerToken'],
      url: (_, { PLATFORM_MICROBLOG_URL }) => `${PLATFORM_MICROBLOG_URL}/2/usage/tweets`,
      headers: ({ bearerToken }) => ({ authorization: `Bearer ${bearerToken}` }),
      shows: 'The bearer token was taken.',
    },
  },
  chatcomm: {
    fields: {
      ...application,
      botToken: secret,
      publicKey: { form: 'hex_bytes' },
      botPermissions: { form: 'digits', max: 20 },
    },
    probe: {
      needs: ['botToken'],
      url: (_, { PLATFORM_CHATCOMM_URL }) => `${PLATFORM_CHATCOMM_URL}/applications/@me`,
      headers: ({ botToken }) => ({ authorization: `Bot ${botToken}` }),
      shows: 'The bot token was taken.',
    },
  },
  messenger: {
    fields: {
      botToken: { ...secret, form: 'bot_token' },
      webhookSecret: { ...optionalSecret, form: 'token_text', max: 256 },
    },
    probe: BOT_PROBE,
  },
  codehost: {
    fields: application,
    probe: {
      needs: ['clientId', 'clientSecret'],
      url: (_, { PLATFORM_CODEHOST_URL }) => `${PLATFORM_CODEHOST_URL}/rate_limit`,
      headers: ({ clientId, clientSecret }) => ({ authorization: basic(clientId, clientSecret) }),
      shows: 'Client id and secret were taken.',
    },
  },
  videosite: {
    fields: { ...application, apiKey: optionalSecret },
    probe: {
      needs: ['apiKey'],
      url: (_, { PLATFORM_VIDEOSITE_URL }) => `${PLATFORM_VIDEOSITE_URL}/youtube/v3/i18nLanguages?part=snippet`,
      headers: ({ apiKey }) => ({ 'x-goog-api-key': apiKey ?? '' }),
      shows: 'The API key was taken.',
    },
  },
  oauth_idp: {
    fields: {
      issuer: { ...required, form: 'issuer_url', max: MOST_CREDENTIAL_CHARACTERS },
      clientId: spaced(required),
      clientSecret: spaced(secret),
    },
    probe: {
      needs: ['issuer'],
      run: async (egress, { issuer = '' }) => {
        const found = await discover(egress, issuer);
        if (found.outcome !== 'found') return found;
        return { outcome: 'works', detail: 'A sign-in finds the issuer; it alone proves client id and secret.' };
      },
    },
  },
  object_storage: {
    fields: {
      endpoint: { ...required, form: 'web_origin', max: MOST_CREDENTIAL_CHARACTERS },
      region: optional,
      bucket: { ...required, form: 'handle', max: 255 },
      accessKeyId: required,
      secretAccessKey: secret,
    },
    probe: {
      needs: ['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'],
      isNamed: true,
      url: (values, config) => listing(values, config).url,
      headers: (values, config) => listing(values, config).headers,
      shows: 'The bucket was listed; that it is written to is proved by an upload.',
    },
  },
  email_sender: {
    fields: {
      smtpUrl: { ...secret, form: 'mail_server', max: MOST_CREDENTIAL_CHARACTERS },
      from: { form: 'email', max: 254 },
    },
  },
  ai_provider: { fields: { apiKey: secret, model: optional } },
  payments: { fields: { secretKey: secret, webhookSecret: optionalSecret }, disabled: true },
  escrow_operator: escrowKey,
  escrow_ticket: escrowKey,
  escrow_pauser: escrowKey,
};
