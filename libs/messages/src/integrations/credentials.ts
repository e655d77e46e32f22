import { Coin } from './chain-transaction.js';
import { CHAIN_ID, MAX_CHAINS } from './chains.js';
import {
  CREDENTIAL_FIELD,
  CREDENTIAL_PROVIDERS,
  MAX_CREDENTIAL_CHARACTERS,
  MAX_CREDENTIAL_FIELDS,
  type CredentialProvider,
} from './credential-providers.js';
import { Changing, Client, Nothing, ClientInfo, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import {
  AdminId,
  AnyObject,
  Flag,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Text,
  Time,
  Whole,
  combine,
  enumeration,
  pick,
  type FormName,
} from '../language/fields/index.js';

const CREDENTIALS = '/v1/admin/credentials';
const tag = 'admin';
const PROVIDER = { description: 'Key of the provider', example: 'chatcomm' } as const;

export const CREDENTIAL_SOURCES = enumeration('CredentialSource', ['stored', 'environment']);
export type CredentialSource = (typeof CREDENTIAL_SOURCES)[number];

/** One field of a credential: its rule and its stored value. */
export class CredentialField {
  @Text({ ...CREDENTIAL_FIELD, description: 'Name of the field', example: 'clientId' })
  name!: string;

  @Flag({ description: 'True if the value is never returned', example: false })
  secret!: boolean;

  @Flag({ description: 'True if the field is required', example: true })
  required!: boolean;

  @Text({ max: 40, description: 'Form of the value, as in `form` of errors', example: 'printable' })
  form!: FormName;

  @Whole({ min: 1, max: MAX_CREDENTIAL_CHARACTERS, description: 'Maximum length of the value', example: 500 })
  maxLength!: number;

  @Flag({ description: 'True if a value is set', example: true })
  set!: boolean;

  @Text({
    max: MAX_CREDENTIAL_CHARACTERS,
    nullable: true,
    description: 'The value; null: not set, or secret',
    example: '1290312903',
  })
  value!: string | null;
}

/** Address of an escrow key on a chain. */
export class EscrowAddress {
  @Text({ ...CHAIN_ID, example: 'pion-1' })
  chainId!: string;

  @Text({
    max: 128,
    form: 'lower_letters_and_digits',
    description: 'Address of the key on that chain',
    example: 'neutron19rl4cm2hmr8afy4kldpxz3fka4jguq0aclyl9j',
  })
  address!: string;
}

export class Credential {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;

  @Flag({ description: 'True if a credential can be stored', example: true })
  enabled!: boolean;

  @OneOf(CREDENTIAL_SOURCES, {
    nullable: true,
    description: 'Source of all values; stored values take precedence over the environment; null: not set',
    example: 'stored',
  })
  source!: CredentialSource | null;

  @Flag({
    description: 'False if the stored values cannot be decrypted with the master keys; store the fields again',
    example: true,
  })
  readable!: boolean;

  @ListOf(() => CredentialField, { max: MAX_CREDENTIAL_FIELDS, description: 'Fields of the provider' })
  fields!: CredentialField[];

  @Text({
    max: 44,
    form: 'base64',
    nullable: true,
    description:
      'Public key of an escrow key: base64 of 33 bytes, compressed; null: the provider is not an escrow key or is not set',
    example: null,
  })
  publicKey!: string | null;

  @ListOf(() => EscrowAddress, {
    max: MAX_CHAINS,
    description: 'Addresses of an escrow key on the enabled chains; empty: not an escrow key, or not set',
  })
  addresses!: EscrowAddress[];

  @Time({
    nullable: true,
    description: 'When the credential was last changed; null: never',
    example: '2026-05-01T12:00:00.000Z',
  })
  updatedAt!: Timestamp | null;

  @AdminId({
    nullable: true,
    description: 'Operator who changed it',
    example: 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01',
  })
  updatedBy!: string | null;
}

class CredentialList {
  @ListOf(() => Credential, { max: CREDENTIAL_PROVIDERS.length, description: 'One item per provider' })
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
    summary: 'List the stored credentials and their fields, without secrets',
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
    summary: 'Get the credential of a provider, without secrets',
    versioned: true,
  },
});

class SetCredentialRequest extends Changing {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;

  @AnyObject({
    maxBytes: 24 * 1024,
    description:
      'Values by field name. Omitted fields and empty strings keep the stored value; null clears it. Surrounding white space is trimmed; unknown field names are refused.',
    example: { clientId: '1290312903', clientSecret: 'of-the-application', botToken: 'of-the-bot' },
  })
  fields!: Record<string, unknown>;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

/** Applies all changes or none, one request at a time. */
export const setCredential = contract({
  subject: 'integrations.credentials.set',
  request: SetCredentialRequest,
  reply: Credential,
  errors: ['PROVIDER_DISABLED', 'ESCROW_KEY_IN_USE', 'PRECONDITION_FAILED'],
  http: {
    id: 'adminSetCredential',
    route: `PUT ${CREDENTIALS}/:provider`,
    tag,
    summary: 'Store, rotate or clear the credential of a provider',
    description:
      'Store all required fields of a provider, or none to use the environment; the two are never mixed. Replicas use a change with their next call.',
    versioned: true,
  },
});

/**
 * - works: the provider accepted the test request.
 * - refused: the provider rejected it.
 * - misconfigured: the provider answered unexpectedly; `detail` says how.
 * - limited: a quota, a rate limit or the plan prevents requests at present.
 * - no_answer: the provider did not answer.
 * - not_set: a required value is missing.
 * - not_readable: the stored values cannot be decrypted.
 * - disabled: the provider is not used.
 */
export const CREDENTIAL_TEST_OUTCOMES = enumeration('CredentialTestOutcome', [
  'works',
  'refused',
  'misconfigured',
  'limited',
  'no_answer',
  'not_set',
  'not_readable',
  'disabled',
]);
export type CredentialTestOutcome = (typeof CREDENTIAL_TEST_OUTCOMES)[number];

export class TestFinding {
  @OneOf(CREDENTIAL_TEST_OUTCOMES, { description: 'Result of the test', example: 'not_set' })
  outcome!: CredentialTestOutcome;

  @Text({ max: 2_000, description: 'What the test found', example: 'Set botToken first.' })
  detail!: string;
}

export class CredentialTest extends TestFinding {
  @OneOf(CREDENTIAL_PROVIDERS, PROVIDER)
  provider!: CredentialProvider;

  @Time({ description: 'When the test ran' })
  checkedAt!: Timestamp;
}

/** Seconds for which the result of a test is returned again; changed values are tested at once. */
export const CREDENTIAL_TEST_SECONDS = 60;

export const testCredential = contract({
  subject: 'integrations.credentials.test',
  request: CredentialRequest,
  reply: CredentialTest,
  http: {
    id: 'adminTestCredential',
    route: `POST ${CREDENTIALS}/:provider/test`,
    tag,
    summary: 'Test the credential at its provider, within 4 seconds',
    description:
      'Requests nothing that changes data. Client id and secret are tested by a token request that has to fail. oauth_idp: runs the discovery of a sign-in; `misconfigured` reports the expected and the found value. email_sender: connects to the mail server in use and signs in. ai_provider: lists the models. Escrow keys: read the balance of the key on every enabled chain with an escrow deployment.',
    again: `Repeated within ${CREDENTIAL_TEST_SECONDS} seconds it answers the same, unless the values were changed.`,
  },
});

class EscrowKey {
  @OneOf(CREDENTIAL_PROVIDERS, { description: 'Provider of the key', example: 'escrow_operator' })
  provider!: CredentialProvider;
}

class EscrowKeyRequest extends combine(EscrowKey, pick(EscrowAddress, 'chainId')) {}

/** Balance from which a key of the escrow pays fees. */
export class EscrowBalance extends combine(EscrowKey, EscrowAddress) {
  @Nested(() => Coin, { description: 'Amount of the coin that the key pays fees in: that of the first gas price' })
  balance!: Coin;

  @Time({ description: 'When the balance was read' })
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
    summary: 'Get the fee balance of an escrow key on a chain, within 4 seconds',
    description:
      'NOT_FOUND if the provider is not an escrow key or is not set; CHAIN_NOT_SUPPORTED if the chain has no node or no gas price.',
  },
});

export class CredentialChanged {
  @OneOf(CREDENTIAL_PROVIDERS)
  provider!: CredentialProvider;

  @ListOfText({ max: MAX_CREDENTIAL_FIELDS, maxLength: CREDENTIAL_FIELD.max })
  stored!: string[];

  @ListOfText({ max: MAX_CREDENTIAL_FIELDS, maxLength: CREDENTIAL_FIELD.max })
  cleared!: string[];

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}
