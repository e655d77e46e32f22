import { createHash, randomBytes } from 'node:crypto';
import { OAUTH_NAMES, type OAuthName } from '../oauth/rules.js';
import { startEmulators, type Emulators } from '../start-emulators.js';

export const CALLBACK = 'http://127.0.0.1:3000/callback';

/** Without a registered callback, no sign-in is redirected. */
export const startWithCallback = (): Promise<Emulators> =>
  startEmulators({
    redirectUris: Object.fromEntries(OAUTH_NAMES.map((name) => [name, [CALLBACK]])),
  });

/** An application at one of the platforms, which speaks plain HTTP. */
export class Application {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly id: string;
  readonly secret: string;

  constructor(
    readonly emulators: Emulators,
    platform: OAuthName,
    /** Behind the emulator's. */
    private readonly paths: { authorize: string; token: string },
  ) {
    const prefix = platform.toUpperCase();
    this.id = emulators.environment[`${prefix}_CLIENT_ID`] ?? '';
    this.secret = emulators.environment[`${prefix}_CLIENT_SECRET`] ?? '';
  }

  get basic(): string {
    return `Basic ${Buffer.from(`${this.id}:${this.secret}`).toString('base64')}`;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`${this.emulators.url}/${path}`, { redirect: 'manual', ...init });
  }

  /** Requests an authorization; undefined omits a parameter. */
  async authorize(parameters: Record<string, string | undefined>): Promise<Response> {
    const all: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: CALLBACK,
      state: 'state-1',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return await this.fetch(`${this.paths.authorize}?${new URLSearchParams(given).toString()}`);
  }

  /** The parameters of the redirect to the client. */
  async redirected(parameters: Record<string, string | undefined>): Promise<URLSearchParams> {
    const answer = await this.authorize(parameters);
    const location = answer.headers.get('location') ?? '';
    if (!location.startsWith(CALLBACK)) throw new Error(`${answer.status} ${location} ${await answer.text()}`);
    return new URL(location).searchParams;
  }

  async code(parameters: Record<string, string | undefined>): Promise<string> {
    return (await this.redirected(parameters)).get('code') ?? '';
  }

  async post(
    path: string,
    form: Record<string, string | undefined>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return await this.fetch(path, { method: 'POST', body: new URLSearchParams(given), headers });
  }

  /** Exchanges a code for tokens. */
  async exchange(
    code: string,
    form: Record<string, string | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const all = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: this.verifier,
      ...form,
    };
    return await this.post(this.paths.token, all, headers);
  }

  async refresh(token: string, headers: Record<string, string> = {}): Promise<Response> {
    return await this.post(this.paths.token, { grant_type: 'refresh_token', refresh_token: token }, headers);
  }
}

export interface Tokens {
  access_token: string;
  refresh_token?: string;
  scope: string;
  expires_in?: number;
  token_type: string;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'user-agent': 'questp' });
