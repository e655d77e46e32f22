import type { Type } from '@nestjs/common';
import type { Egress } from '@questp/egress';
import type { CredentialProvider, Integration } from '@questp/messages/integrations';
import type { Patterned } from '@questp/messages/language';
import { webUrl, type Bus, type ConfigOf, type ConfigSpec } from '@questp/service';
import type { Wing } from '@questp/service-kit';
import type { SealedTable } from '@questp/vault';
import type { Account } from './account.js';
import {
  jsonBody,
  type Application,
  type ClientAuthentication,
  type PlatformRequest,
  type Values,
} from './authorization.js';
import type { Finding, Shown } from '../outbound/finding.js';
import type { DeliveryHandler } from './delivery-handler.js';
import type { CredentialChange, LostConnections, SetupCheck } from './hooks.js';
import type { PlatformApi, PlatformCalls, PlatformFact } from './platform-fact.js';
import type { SignInClient, SignInRegistration } from './sign-in.js';

export interface FieldDescription {
  secret?: true;
  required?: true;
  /** Letters, digits and signs by default. */
  form?: Patterned;
  /** 500 by default. */
  max?: number;
}

/** A cheap GET that returns 200 only for valid values. */
export interface Probe<Config> {
  /** Fields that it uses. */
  needs: readonly string[];
  url: (values: Values, config: Config) => string;
  /** True if a stored value is the address, so that the limits for addresses named by operators apply. */
  isNamed?: true;
  headers?: (values: Values, config: Config) => Record<string, string>;
  /** Detail of a test that is answered with status 200. */
  shows: string;
  /** What the answer with status 200 shows, as JSON or as text; undefined: the API does not describe it. */
  reads?: (body: unknown, values: Values) => Shown | undefined;
}

/** Connections that a test of a credential may use. */
export interface Outside {
  egress: Egress;
  bus: Pick<Bus, 'call'>;
}

/** A test that needs more than a GET. */
export interface OwnProbe<Config> {
  needs: readonly string[];
  run: (outside: Outside, values: Values, config: Config) => Promise<Finding>;
}

/** OAuth 2 as the platform documents it. */
export interface OAuthDescription {
  authorizationUrl: string;
  tokenUrl: string;
  /** Client authentication at the token endpoint. */
  clientBy: ClientAuthentication;
  /** All of them must be granted. */
  scopes: readonly string[];
  /** Between the scopes of the authorization request; a space by default. */
  scopeSeparator?: string;
  /** Additional parameters of the authorization request. */
  parameters?: Readonly<Record<string, string>>;
  /** Returns the account. Undefined: the token response contains it, and the tokens are not kept. */
  profileUrl?: string;
  /** Posted to `profileUrl` as JSON; undefined: a GET. */
  profileQuery?: object;
  /** Undefined if the response has another shape. */
  account: (profile: unknown) => Account | undefined;
  /** Undefined: the platform has no way to revoke a token. */
  revocation?: (application: Application, token: string) => PlatformRequest;
  /** The revocation ends what all grants of the account are for; it is sent for the last one. */
  revokesAccount?: true;
  longLived?: LongLivedTokens;
}

/** Tokens that are exchanged for one with a longer life, which renews itself; there are no refresh tokens. */
export interface LongLivedTokens {
  /** URLs of GET requests. */
  exchange: (application: Application, token: string) => string;
  renew: (token: string) => string;
  /** True for an answer that the token is not valid. */
  isRefusal: (answer: unknown) => boolean;
}

/** The request that returns the account of a token. */
export const profileRequest = (
  { profileUrl, profileQuery }: OAuthDescription & { profileUrl: string },
  token: string,
): PlatformRequest => {
  const { headers, ...query } = profileQuery === undefined ? { headers: {} } : jsonBody(profileQuery);
  const method = profileQuery === undefined ? 'GET' : 'POST';
  return { url: profileUrl, method, headers: { ...headers, authorization: `Bearer ${token}` }, ...query };
};

/** Token for requests of a connection: the project's own, the grant of the connected account, or that of our bot. */
export type TokenSource = 'project' | 'grant' | 'platform';

/** A connection whose use by quests of the project can be tested. */
export interface ConnectionUse {
  projectId: string;
  accountId: string;
  bus: Pick<Bus, 'call'>;
  /** Sends requests with the token of the connection. */
  get: PlatformCalls['get'];
}

/** How a project is connected to a platform. */
export interface ConnectionDescription<Config> {
  token: TokenSource;
  /** A GET that returns 200 while the connection works. */
  test: (asked: { token: string; accountId: string }, config: Config) => { url: string; authorization?: string };
  shows: string;
  /** After a test that works: what quests of the project use and cannot be read, a sentence each. @throws FactFailure */
  problems?: (use: ConnectionUse) => Promise<string[]>;
  /** Subscribes to the events of the account, before the connection is stored. */
  subscription?: (token: string, config: Config) => PlatformRequest;
  /** It uses an account of the member who connected it, and is removed when the member leaves the project. */
  endsWithMember?: true;
  /** Called in the transaction that removes a connection. */
  lost?: Type<LostConnections>;
}

/** The variables of all platforms, of which each reads its own: what applies to all of them only passes them on. */
export type PlatformConfig = never;

/** Description of one third party, with the providers of its folder. */
export interface Platform<Config> extends Wing {
  /** The variables that it reads. */
  config: ConfigSpec;
  /** Credential fields that operators store. */
  fields: Readonly<Record<string, FieldDescription>>;
  /** Begins the variables of its fields; its name by default. */
  variables?: string;
  /** Test of the credential; undefined: it cannot be tested. */
  probe?: Probe<Config> | OwnProbe<Config>;
  /** Test of client id and secret, where `probe` uses other fields. */
  clientProbe?: OwnProbe<Config>;
  /** Fields of the OAuth application; clientId and clientSecret by default. */
  client?: { id: string; secret: string };
  /** Its own client for users who sign in; by default OAuth as `oauth` describes it. */
  signIn?: (registration: SignInRegistration) => SignInClient;
  /** OAuth for users who sign in with or link an account. */
  oauth?: (config: Config) => OAuthDescription & { profileUrl: string };
  /** OAuth for admins who connect a project. */
  projectOAuth?: (config: Config) => OAuthDescription;
  connection?: ConnectionDescription<Config>;
  /** How facts are read; required with `facts`. */
  api?: PlatformApi<Config>;
  facts?: readonly PlatformFact[];
  /** Processes the stored requests of its webhooks. */
  webhook?: Type<DeliveryHandler>;
  /** Called when its stored credential changes. */
  changed?: Type<CredentialChange>;
  /** A check of its set-up, with its name among the integrations. */
  setup?: { name: Exclude<Integration, CredentialProvider>; check: Type<SetupCheck> };
  /** Tables of its folder with sealed values. */
  sealed?: readonly SealedTable[];
  /** Credentials cannot be stored for it. */
  disabled?: true;
  /** A key of the escrow: set by super admins only, unique among the keys, and never read from the environment. */
  escrowKey?: true;
}

/** A platform with the variables that it reads. */
export const definePlatform = <
  Spec extends ConfigSpec,
  Described extends Omit<Platform<ConfigOf<Spec>>, 'config' | 'providers'> & Partial<Wing>,
>(
  config: Spec,
  platform: Described,
) => ({ config, providers: [], ...platform });

/** A variable with the base URL of a platform. */
export const address = (official: string) =>
  webUrl({ desc: 'Address of the platform, without a slash at the end', default: official });

export const required: FieldDescription = { required: true };
export const optional: FieldDescription = {};
export const secret: FieldDescription = { secret: true, required: true };
export const optionalSecret: FieldDescription = { secret: true };
/** Fields of an OAuth application at a platform. */
export const application = { clientId: required, clientSecret: secret };
