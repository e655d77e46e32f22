import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '../people.js';
import type { Answer } from '../http/answer.js';
import type { AnyCollection } from '../collection.js';
import { Faults } from '../faults.js';
import type { CallerKind, Journal } from '../journal.js';
import { Webhooks, type Webhook, type WebhookRules } from '../webhooks.js';
import { Grants, type Grant } from './grants.js';
import type { Parameters } from './parameters.js';
import { RateLimits, type Limit, type LimitState } from './rate-limits.js';

/** Platforms to sign in with, by the names of the credentials of the platform under test. */
export const SIGN_IN_NAMES = ['oauth_idp', 'microblog', 'codehost', 'chatcomm', 'videosite'] as const;
export type SignInName = (typeof SIGN_IN_NAMES)[number];
/** Of platforms that send people back: those to sign in with, and those to link an account or a brand of. */
export const OAUTH_NAMES = [...SIGN_IN_NAMES, 'photosite', 'launchsite'] as const;
export type OAuthName = (typeof OAUTH_NAMES)[number];
export type PlatformName = OAuthName | 'messenger';

export type AuthorizeProblem =
  | 'invalid_request'
  | 'unknown_client'
  | 'redirect_uri_mismatch'
  | 'unsupported_response_type'
  | 'invalid_scope';

export interface AuthorizeRules {
  path: string;
  /** Without these, beside `client_id`, there is no page. */
  required: readonly string[];
  /** Of PKCE; without any its parameters are ignored. */
  challengeMethods: readonly string[];
  /** Scopes that a request may ask for. */
  scopes: readonly string[];
  /** Whether an unknown scope is left out instead of refused. */
  ignoresUnknownScopes?: true;
  codeSeconds: number;
  /** Problems that are redirected to the client; the others are shown to the person on a page. */
  redirected: readonly AuthorizeProblem[];
  /** 400 by default. */
  status?: Partial<Record<AuthorizeProblem, number>>;
  /** Whether a redirect URI fits one that is registered; exactly by default. */
  fits?: (asked: string, registered: string) => boolean;
  /** Parameters of the redirect after a refusal, beside the error. */
  declined?: Parameters;
  /** Parameters of a redirect with a code, beside the code. */
  adds?: (grant: Grant, platform: Platform) => Parameters;
  /** The `iss` parameter of every redirect (RFC 9207). */
  issuer?: (platform: Platform) => string;
  /** Further choices on the page, by parameter: the labels of the options by value. */
  choices?: (asked: Parameters, platform: Platform) => Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type TokenProblem =
  | 'content_type'
  | 'repeated'
  | 'unknown_client'
  | 'wrong_secret'
  | 'grant_type'
  | 'code'
  | 'redirect_uri'
  | 'verifier_missing'
  | 'verifier'
  | 'refresh_token';

export interface TokenRules {
  paths: readonly string[];
  takesJson?: true;
  clientBy: readonly ('basic' | 'post')[];
  /** What a request without `grant_type` asks for. */
  defaultGrantType?: 'authorization_code';
  isRedirectUriOptional?: true;
  /** Unlimited by default. */
  accessSeconds?: number;
  /** Whether a refresh token comes with these scopes; `isFirst` says that the person has given none that is still good. */
  isRefreshable: (scopes: readonly string[], asked: Parameters, isFirst: boolean) => boolean;
  /** Whether a refresh token works once. */
  rotates?: true;
  tokenType: string;
  scopeSeparator?: string;
  /** Further members of the answer with the tokens. */
  adds?: (platform: Platform, grant: Grant) => object | Promise<object>;
  /** The answer to a client that asks for a token of its own (`client_credentials`). */
  forClient?: () => Answer;
  errors: (problem: TokenProblem) => Answer;
  /** The answer in the format that the request asks for. */
  format?: (answer: Answer, headers: IncomingHttpHeaders) => Answer;
}

export interface Asked {
  platform: Platform;
  params: Parameters;
  query: Parameters;
  body: unknown;
  headers: IncomingHttpHeaders;
}

export interface Route {
  /** Name of the route in faults. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  answer: (asked: Asked) => Answer | Promise<Answer>;
}

export interface UserRoute extends Omit<Route, 'answer'> {
  /** Scopes that a token needs, all of them. */
  scopes: readonly string[];
  limit?: Limit;
  /** Page of the documentation that refusals of some platforms link to. */
  page?: string;
  /** Whether the answer contains the verification of the address. */
  returnsEmail?: true;
  answer: (asked: Asked & { grant: Grant; person: Person }) => Answer | Promise<Answer>;
}

/** Reasons to refuse the token of a request. */
export type TokenRefusal = 'none' | 'bad' | 'scope';

/** The rules of the sign-in, and the routes that its tokens open. */
export interface SignInRules {
  tokenPrefix?: string;
  /** How the credentials call the client; `clientId` and `clientSecret` by default. */
  client?: { id: string; secret: string };
  authorize: AuthorizeRules;
  token: TokenRules;
  /** Routes that a person's access token opens. */
  userRoutes: readonly UserRoute[];
  /** Scopes that others are part of. */
  implies?: Readonly<Record<string, readonly string[]>>;
  refusal: (why: TokenRefusal, route: UserRoute) => Answer;
  /** Headers of an answer to the person's token. */
  headers?: (route: UserRoute, grant: Grant, limit: LimitState | undefined) => Readonly<Record<string, string>>;
  /** The id of a person's account here. */
  idOf: (person: Person) => string;
}

export interface PlatformRules {
  name: PlatformName;
  /** The real platform whose published API is emulated. */
  title: string;
  /** Values of the credentials of the platform under test, by field. */
  credentials: Readonly<Record<string, string>>;
  /** Which variable of the platform under test has which of its addresses. */
  addresses: Readonly<Record<string, string>>;
  /** Routes that check their callers themselves. */
  routes: readonly Route[];
  /** Without it people have no accounts. */
  signIn?: SignInRules;
  /** The refusal of an API request for its headers, for every caller. */
  precondition?: (headers: IncomingHttpHeaders) => Answer | undefined;
  /** The answers to requests with a fault, by its kind. */
  faults: Readonly<Record<'rate_limited' | 'forbidden' | 'outage', () => Answer>> &
    Readonly<Record<string, () => Answer>>;
  /** Faults that a client has to notice itself. */
  deceptions?: readonly string[];
  /** The data of the platform, which tests can change. */
  collections?: readonly AnyCollection<Platform>[];
  /** How it sends webhooks. */
  webhooks?: WebhookRules;
  /** Tokens of the application itself. */
  appTokens?: readonly string[];
  /** The caller, if neither headers nor query name it. */
  callerOf?: (asked: Asked) => CallerKind;
}

/** One emulated platform: its rules and its state. */
export class Platform {
  readonly grants: Grants;
  readonly faults = new Faults();
  readonly limits = new RateLimits();
  /** Registered redirect URIs. */
  readonly redirectUris = new Set<string>();
  readonly webhooks: Webhooks;
  /** The cost of all answers since the last reset, in the unit of the platform. */
  spent = 0;
  /** Resources that were charged already, if the platform charges each one once. */
  readonly charged = new Set<string>();

  private readonly counters = new Map<string, number>();

  constructor(
    readonly rules: PlatformRules,
    /** Of the emulator. */
    readonly url: () => string,
    readonly journal: Journal,
  ) {
    this.grants = new Grants(rules.signIn?.tokenPrefix ?? '');
    this.webhooks = new Webhooks(rules.name, journal, rules.webhooks ?? { retryAfter: [], timeoutSeconds: 10 });
  }

  /** Adds the cost of an answer. Prices have at most six decimals. */
  spend(cost: number): void {
    this.spent = Number((this.spent + cost).toFixed(6));
  }

  /** The next number of this name. Numbers go on when the state is reset, and from a later one when this starts again. */
  next(name: string): number {
    const number = (this.counters.get(name) ?? Math.floor(Date.now() / 1_000)) + 1;
    this.counters.set(name, number);
    return number;
  }

  /** Sends it in the order of its receiver, unless a fault loses it or sends it twice. */
  send(receiver: string, webhook: Webhook): void {
    if (this.faults.take('webhook', ['webhook_lost'])) return;
    const isTwice = this.faults.take('webhook', ['webhook_twice']) !== undefined;
    for (const one of isTwice ? [webhook, webhook] : [webhook]) this.webhooks.send(receiver, one);
  }

  /** Resets the data to the seed; keeps grants, redirect URIs and faults. */
  reset(): void {
    this.webhooks.dropAll();
    this.limits.clear();
    this.spent = 0;
    this.charged.clear();
    for (const collection of this.rules.collections ?? []) collection.reset(this);
  }

  /** The rules of the sign-in. */
  get signIn(): SignInRules {
    if (this.rules.signIn === undefined) throw new Error(`${this.rules.name} has no sign-in`);
    return this.rules.signIn;
  }

  /** The application that people allow to act for them. */
  get client(): { id: string | undefined; secret: string | undefined } {
    const { id, secret } = this.rules.signIn?.client ?? { id: 'clientId', secret: 'clientSecret' };
    return { id: this.rules.credentials[id], secret: this.rules.credentials[secret] };
  }
}
