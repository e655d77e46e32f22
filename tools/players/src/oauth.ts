import { createHash, randomBytes } from 'node:crypto';
import { unwrap, type operations } from '@questp/sdk';
import type { Caller, Gateways } from './caller.js';
import { opened } from './sign-in.js';
import type { Studio } from './studio.js';

type ProviderOf<Id extends keyof operations> = operations[Id]['parameters'] extends { path: { provider: infer Name } }
  ? Name
  : never;
/** Platforms that users can sign in with. */
export type SignInProvider = ProviderOf<'startOAuthSignIn'>;
type LinkProvider = ProviderOf<'startAccountLink'>;

/** A code verifier and its challenge (RFC 7636). */
export const newVerifier = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** Paths at which the API begins and ends an OAuth flow. */
const FLOW_PATHS = '/v1/auth/oauth/';

/** A browser that keeps the cookie of the API and the addresses it has visited. */
export class Browser {
  readonly visited: string[] = [];
  cookie: string | undefined;

  /** @param gateways are used for the API, whatever public address it has */
  constructor(private readonly gateways: Gateways) {}

  /** The answer as it is: redirects are the caller's to follow. */
  async open(address: string): Promise<Response> {
    this.visited.push(address);
    const { pathname, search } = new URL(address);
    const isApi = pathname.startsWith(FLOW_PATHS);
    const url = new URL(pathname + search, isApi ? this.gateways.urls[this.gateways.next()] : address);
    // As browsers do; Node asks the resolver.
    if (url.hostname.endsWith('.localhost')) url.hostname = 'localhost';
    const headers = { ...(isApi && this.cookie !== undefined && { cookie: this.cookie }) };
    const answer = await fetch(url, { redirect: 'manual', headers });
    const set = answer.headers.get('set-cookie');
    if (isApi && set !== null) this.cookie = set.split(';', 1)[0];
    return answer;
  }

  /** The address that the answer redirects to. */
  async follow(address: string): Promise<string> {
    const answer = await this.open(address);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} of ${address}: ${await answer.text()}`);
    return location;
  }

  /**
   * The address of the callback, which is not opened.
   * @param url where the flow starts
   * @param hints what the person does at the platform
   */
  async toCallback(url: string, hints: Record<string, string>): Promise<string> {
    const there = new URL(await this.follow(url));
    for (const [name, value] of Object.entries(hints)) there.searchParams.set(name, value);
    return this.follow(there.href);
  }

  /** The address of the app to which the callback redirects. */
  async through(url: string, hints: Record<string, string>): Promise<URL> {
    return new URL(await this.follow(await this.toCallback(url, hints)));
  }
}

/** Runs a flow that `start` begins; returns the code that the app receives, and its verifier. */
async function proofOf(
  { gateways }: Caller,
  hints: Record<string, string>,
  start: (challenge: string) => Promise<{ url: string }>,
) {
  const { verifier, challenge } = newVerifier();
  const { url } = await start(challenge);
  const { searchParams } = await new Browser(gateways).through(url, hints);
  const code = searchParams.get('code');
  if (code === null) throw new Error(`The flow ended with ${searchParams.get('error')}`);
  return { code, verifier };
}

/** A code for a sign-in as this account of the platform. */
export const oauthProof = (anonymous: Caller, provider: SignInProvider, login: string) =>
  proofOf(anonymous, { login_hint: login }, (challenge) =>
    unwrap(
      anonymous.POST('/v1/auth/oauth/{provider}/start', {
        params: { path: { provider } },
        body: { app: 'earner', challenge },
      }),
    ),
  );

/** Signs in as this account of the platform, which creates the user on first use. */
export const signInByOAuth = async (...args: Parameters<typeof oauthProof>) =>
  opened(await unwrap(args[0].POST('/v1/auth/oauth/verify', { body: await oauthProof(...args) })));

/** A code for linking this account of the platform to the account of the client. */
export const linkProof = (client: Caller, provider: LinkProvider, login: string) =>
  proofOf(client, { login_hint: login }, (challenge) =>
    unwrap(
      client.POST('/v1/users/me/accounts/{provider}/start', { params: { path: { provider } }, body: { challenge } }),
    ),
  );

export const linkByOAuth = async (...args: Parameters<typeof linkProof>) =>
  unwrap(args[0].POST('/v1/users/me/accounts/verify', { body: await linkProof(...args) }));

type ConnectionProvider = 'codehost' | 'chatcomm' | 'photosite';

/** A code for connecting the project. */
export const connectionProof = (
  { client, inProject }: Pick<Studio, 'client' | 'inProject'>,
  provider: ConnectionProvider,
  hints: Record<string, string>,
) =>
  proofOf(client, hints, (challenge) =>
    unwrap(
      client.POST('/v1/projects/{projectId}/connections/{provider}/start', {
        params: { path: { ...inProject.path, provider } },
        body: { challenge },
      }),
    ),
  );

export const connectByOAuth = async (...args: Parameters<typeof connectionProof>) => {
  const [{ client, inProject }, provider] = args;
  const params = { path: { ...inProject.path, provider } };
  const body = await connectionProof(...args);
  return unwrap(client.PUT('/v1/projects/{projectId}/connections/{provider}', { params, body }));
};
