import type { Egress } from '@questp/egress';
import type { Patterned } from '@questp/messages/language';
import { webUrl, type ConfigOf, type ConfigSpec } from '@questp/service';
import type { Account } from './account.js';
import type { Application, PlatformRequest } from './authorization.js';
import type { Finding } from './finding.js';
import type { PlatformFact } from './platform-fact.js';

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
export interface Probe<Config> {
  /** Fields it is made of. */
  needs: readonly string[];
  url: (values: Values, config: Config) => string;
  /** Whether the address is one of the values: an operator may name any, but for the environment's. */
  isNamed?: true;
  headers?: (values: Values, config: Config) => Record<string, string>;
  /** What an answer of 200 shows. */
  shows: string;
}

/** What takes more than a GET to find out. */
export interface OwnProbe {
  needs: readonly string[];
  run: (egress: Egress, values: Values) => Promise<Finding>;
}

/** OAuth 2 as the documentation of the platform has it. */
export interface OAuthDescription {
  authorizationUrl: string;
  tokenUrl: string;
  /** How an application says which it is. */
  clientBy: 'basic' | 'post';
  /** Without which nothing is proven. */
  scopes: readonly string[];
  /** Further parameters of the address where people sign in. */
  parameters?: Readonly<Record<string, string>>;
  /** What tells the account; undefined: the answer with the tokens does, which are for nothing else. */
  profileUrl?: string;
  /** Undefined for an answer of another shape. */
  account: (profile: unknown) => Account | undefined;
  revocation: (application: Application, token: string) => PlatformRequest;
}

/** What is asked with: a token of the project, of the account that agreed, or of the platform's own bot. */
export type TokenSource = 'project' | 'grant' | 'platform';

/** How a project is connected to a platform. */
export interface ConnectionDescription<Config> {
  token: TokenSource;
  /** A GET that is answered with 200 while the connection holds. */
  test: (asked: { token: string; accountId: string }, config: Config) => { url: string; authorization?: string };
  shows: string;
}

/** Whatever integrations knows of one third party. */
export interface Platform<Config> {
  /** Fields that operators store. */
  fields: Readonly<Record<string, FieldDescription>>;
  /** Without one there is nothing to ask. */
  probe?: Probe<Config> | OwnProbe;
  /** Where people link an account of theirs, whose tokens are kept. */
  oauth?: (config: Config) => OAuthDescription & { profileUrl: string };
  /** Where somebody agrees for a project. */
  projectOAuth?: (config: Config) => OAuthDescription;
  connection?: ConnectionDescription<Config>;
  facts?: readonly PlatformFact<Config>[];
  /** Nothing is stored for it. */
  disabled?: true;
  /** A key of the escrow: for super admins, none of them twice, never from the environment. */
  escrowKey?: true;
}

/** A platform with the variables it reads. */
export const definePlatform = <Spec extends ConfigSpec, Described extends Platform<ConfigOf<Spec>>>(
  config: Spec,
  platform: Described,
) => ({ config, ...platform });

/** A variable with an address of a platform. */
export const address = (official: string) =>
  webUrl({ desc: 'Address of the platform, without a slash at the end', default: official });

export const required: FieldDescription = { required: true };
export const optional: FieldDescription = {};
export const secret: FieldDescription = { secret: true, required: true };
export const optionalSecret: FieldDescription = { secret: true };
/** Of an application at a platform that people sign in with. */
export const application = { clientId: required, clientSecret: secret };
