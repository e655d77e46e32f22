import { Changing, Client, Nothing, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import {
  AdminId,
  AnyObject,
  enumeration,
  Flag,
  ListOf,
  Nested,
  OneOf,
  Text,
  Time,
  Whole,
  type FormName,
} from '../fields/index.js';
import { Coin } from './chain-transaction.js';
import {
  CREDENTIAL_FIELD,
  CREDENTIAL_PROVIDERS,
  MOST_CREDENTIAL_CHARACTERS,
  MOST_CREDENTIAL_FIELDS,
  type CredentialProvider,
} from './credential-providers.js';

const CREDENTIALS = '/v1/admin/credentials';
const tag = 'admin';
const PROVIDER = { description: 'Key of the provider', example: 'chatcomm' } as const;

export const CREDENTIAL_SOURCES = enumeration('CredentialSource', ['stored', 'environment']);
export type CredentialSource = (typeof CREDENTIAL_SOURCES)[number];

/** What one field takes, and what is known of it. */
export class CredentialField {
  @Text({ ...CREDENTIAL_FIELD, description: 'Name of the field', example: 'clientId' })
  name!: string;

  @Flag({ description: 'Whether its value is never shown', example: false })
  secret!: boolean;

  @Flag({ description: 'Whether the provider cannot be used without it', example: true })
  required!: boolean;

  @Text({ max: 40, description: 'Form of its value, as errors name it', example: 'printable' })
  form!: FormName;

  @Whole({ min: 1, max: MOST_CREDENTIAL_CHARACTERS, description: 'Most characters of its value', example: 500 })
  maxLength!: number;

  @Flag({ description: 'Whether there is a value', example: true })
  set!: boolean;

  @Text({
    max: MOST_CREDENTIAL_CHARACTERS,
    nullable: true,
    description: 'Its value; null: there is none, or it is a secret',
    example: '1290312903',
  })
  value!: string | null;
}

export class Credential {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;

  @Flag({ description: 'Whether anything can be stored for it', example: true })
  enabled!: boolean;

  @OneOf(CREDENTIAL_SOURCES, {
    nullable: true,
    description: 'Where its values come from, all of them: what is stored goes before the environment; null: nowhere',
    example: 'stored',
  })
  source!: CredentialSource | null;

  @Flag({
    description:
      'Whether what is stored opens with the master keys; false: the provider is out of service until its fields are stored again',
    example: true,
  })
  readable!: boolean;

  @ListOf(() => CredentialField, { max: MOST_CREDENTIAL_FIELDS, description: 'Its fields' })
  fields!: CredentialField[];

  @Text({
    max: 128,
    nullable: true,
    description: "Address of an escrow key on the escrow's chain; null: it is none, or not set",
    example: null,
  })
  address!: string | null;

  @Time({
    nullable: true,
    description: 'When it was last stored or cleared; null: never',
    example: '2026-05-01T12:00:00.000Z',
  })
  updatedAt!: Timestamp | null;

  @AdminId({ nullable: true, description: 'Who did that', example: 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01' })
  updatedBy!: string | null;
}

class CredentialList {
  @ListOf(() => Credential, { max: CREDENTIAL_PROVIDERS.length, description: 'One of each provider' })
  items!: Credential[];
}

export const listCredentials = contract({
  subject: 'integrations.credentials.list',
  request: Nothing,
  reply: CredentialList,
  http: {
    id: 'adminListCredentials',
    route: `GET ${CREDENTIALS}`,
    tag,
    summary: 'What is set for each provider, and which fields it takes; no secrets',
  },
});

class CredentialRequest {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;
}

export const getCredential = contract({
  subject: 'integrations.credentials.get',
  request: CredentialRequest,
  reply: Credential,
  http: {
    id: 'adminGetCredential',
    route: `GET ${CREDENTIALS}/:provider`,
    tag,
    summary: 'What is set for a provider; no secrets',
    versioned: true,
  },
});

class SetCredentialRequest extends Changing {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;

  @AnyObject({
    maxBytes: 24 * 1024,
    description:
      'Texts by name of a field. What is left out, and an empty text, keep what is stored; null clears it. White space around a text is dropped; other names than those of the provider are refused.',
    example: { clientId: '1290312903', clientSecret: 'of-the-application', botToken: 'of-the-bot' },
  })
  fields!: Record<string, unknown>;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

/** All of the change is done, or nothing, and no two changes mix. */
export const setCredential = contract({
  subject: 'integrations.credentials.set',
  request: SetCredentialRequest,
  reply: Credential,
  errors: ['PROVIDER_DISABLED', 'ESCROW_KEY_IN_USE', 'PRECONDITION_FAILED'],
  http: {
    id: 'adminSetCredential',
    route: `PUT ${CREDENTIALS}/:provider`,
    tag,
    summary: 'Stores, rotates or clears settings of a provider; escrow keys are for super admins',
    description:
      'Either nothing is stored for a provider, and the environment counts, or all its required fields are: values of both never mix. Replicas use a change with their next call.',
    versioned: true,
  },
});

/**
 * `works`: the provider took what it was asked with; `refused`: it did not; `misconfigured`: it answers otherwise than is
 * expected, as `detail` says; `no_answer`: it did not say; `not_set`: what it would be asked with is missing;
 * `not_readable`: what is stored cannot be read; `not_available`: there is nothing to ask.
 */
export const CREDENTIAL_TEST_OUTCOMES = enumeration('CredentialTestOutcome', [
  'works',
  'refused',
  'misconfigured',
  'no_answer',
  'not_set',
  'not_readable',
  'not_available',
]);
export type CredentialTestOutcome = (typeof CREDENTIAL_TEST_OUTCOMES)[number];

export class CredentialTest {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;

  @OneOf(CREDENTIAL_TEST_OUTCOMES, { description: 'What came of it', example: 'not_set' })
  outcome!: CredentialTestOutcome;

  @Text({ max: 2_000, description: 'Sentences about it, for people', example: 'Set bearerToken first.' })
  detail!: string;

  @Time({ description: 'When the provider was asked' })
  checkedAt!: Timestamp;
}

/** Seconds for which what a test found is answered again; of other values it is asked at once. */
export const CREDENTIAL_TEST_SECONDS = 60;

export const testCredential = contract({
  subject: 'integrations.credentials.test',
  request: CredentialRequest,
  reply: CredentialTest,
  http: {
    id: 'adminTestCredential',
    route: `POST ${CREDENTIALS}/:provider/test`,
    tag,
    summary: 'Asks a provider whether it takes what is set for it; 4 seconds at most',
    description:
      'Of an identity provider (oauth_idp) the discovery of a sign-in is made, with the same checks: `misconfigured` says what was expected and what was found.',
    again: `Repeated within ${CREDENTIAL_TEST_SECONDS} seconds it answers the same, unless the values were changed.`,
  },
});

class EscrowKeyRequest {
  @OneOf(CREDENTIAL_PROVIDERS, { description: 'The key', example: 'escrow_operator' })
  provider!: CredentialProvider;
}

/** What a key of the escrow has to pay fees with. */
export class EscrowBalance extends EscrowKeyRequest {
  @Text({ max: 50, description: "Id of the escrow's chain", example: 'neutron-1' })
  chainId!: string;

  @Text({
    max: 128,
    description: 'Address of the key on it',
    example: 'neutron19rl4cm2hmr8afy4kldpxz3fka4jguq0aclyl9j',
  })
  address!: string;

  @Nested(() => Coin, { description: 'In base units of what fees are paid in' })
  balance!: Coin;

  @Time({ description: 'When a node of the chain was asked' })
  checkedAt!: Timestamp;
}

export const readEscrowBalance = contract({
  subject: 'integrations.credentials.escrow-balance',
  request: EscrowKeyRequest,
  reply: EscrowBalance,
  errors: ['CHAIN_NOT_SUPPORTED', 'CHAIN_UNAVAILABLE'],
  http: {
    id: 'adminGetEscrowBalance',
    route: `GET ${CREDENTIALS}/:provider/balance`,
    tag,
    summary: "What an escrow key has on the escrow's chain to pay fees with; 4 seconds at most",
    description: 'NOT_FOUND for what is no escrow key, or not set.',
  },
});
