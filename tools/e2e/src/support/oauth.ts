import { createHash, randomBytes } from 'node:crypto';
import { SIGN_IN_NAMES, startEmulators, type Emulators, type SignInName } from '@questp/emulators';
import { unwrap } from '@questp/sdk';
import type { Caller } from './caller.js';
import { opened } from './sign-in.js';
import type { Studio } from './studio.js';

/** Where the platform says that it is; what listens there is one of its gateways. */
const PUBLIC_URL = 'http://127.0.0.1:3000';

/** The emulated platforms, which send browsers back to it. */
class Platforms {
  private running: Emulators | undefined;

  /** Gives the variables by which integrations uses them. */
  async start(): Promise<Record<string, string>> {
    const redirectUris = Object.fromEntries(
      SIGN_IN_NAMES.map((name) => [name, [`${PUBLIC_URL}/v1/auth/oauth/callback/${name}`]]),
    );
    this.running = await startEmulators({ redirectUris });
    return this.running.environment;
  }

  get emulators(): Emulators {
    if (this.running === undefined) throw new Error('No platforms are emulated');
    return this.running;
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }
}

export const platforms = new Platforms();

export const newVerifier = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** A browser that keeps the cookies of the API, and notes where it was. */
export class Browser {
  readonly visited: string[] = [];
  cookie: string | undefined;

  constructor(private readonly gatewayUrl: string) {}

  /** The answer as it is: redirects are the caller's to follow. */
  async open(address: string): Promise<Response> {
    this.visited.push(address);
    const isApi = address.startsWith(PUBLIC_URL);
    const url = isApi ? address.replace(PUBLIC_URL, this.gatewayUrl) : address;
    const headers = { ...(isApi && this.cookie !== undefined && { cookie: this.cookie }) };
    const answer = await fetch(url, { redirect: 'manual', headers });
    const set = answer.headers.get('set-cookie');
    if (isApi && set !== null) this.cookie = set.split(';', 1)[0];
    return answer;
  }

  /** Where the answer sends it. */
  async follow(address: string): Promise<string> {
    const answer = await this.open(address);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} of ${address}: ${await answer.text()}`);
    return location;
  }

  /** From what was started to the callback, which is not opened. @param hints what the person does at the platform */
  async toCallback(url: string, hints: Record<string, string>): Promise<string> {
    const there = new URL(await this.follow(url));
    for (const [name, value] of Object.entries(hints)) there.searchParams.set(name, value);
    return this.follow(there.href);
  }

  /** The address at which the app has it back. */
  async through(url: string, hints: Record<string, string>): Promise<URL> {
    return new URL(await this.follow(await this.toCallback(url, hints)));
  }
}

type SignsIn = Exclude<SignInName, 'videosite'>;

/** A code for a sign-in of the person, and the verifier that goes with it. */
export async function oauthProof(anonymous: Caller, gatewayUrl: string, provider: SignsIn, person: string) {
  const { verifier, challenge } = newVerifier();
  const params = { path: { provider } };
  const start = anonymous.POST('/v1/auth/oauth/{provider}/start', { params, body: { app: 'earner', challenge } });
  const { url } = await unwrap(start);
  const back = await new Browser(gatewayUrl).through(url, { login_hint: person });
  return { code: back.searchParams.get('code') ?? '', verifier };
}

export const signInByOAuth = async (...args: Parameters<typeof oauthProof>) =>
  opened(await unwrap(args[0].POST('/v1/auth/oauth/verify', { body: await oauthProof(...args) })));

/** The same for a link to the account of the client. */
export async function linkProof(client: Caller, gatewayUrl: string, provider: SignInName, person: string) {
  const { verifier, challenge } = newVerifier();
  const params = { path: { provider } };
  const { url } = await unwrap(client.POST('/v1/users/me/accounts/{provider}/start', { params, body: { challenge } }));
  const back = await new Browser(gatewayUrl).through(url, { login_hint: person });
  return { code: back.searchParams.get('code') ?? '', verifier };
}

export const linkByOAuth = async (...args: Parameters<typeof linkProof>) =>
  unwrap(args[0].POST('/v1/users/me/accounts/verify', { body: await linkProof(...args) }));

/** The same for a connection of a project. */
export async function connectionProof(
  { client, inProject }: Pick<Studio, 'client' | 'inProject'>,
  gatewayUrl: string,
  provider: 'codehost' | 'chatcomm',
  hints: Record<string, string>,
) {
  const { verifier, challenge } = newVerifier();
  const params = { path: { ...inProject.path, provider } };
  const start = client.POST('/v1/projects/{projectId}/connections/{provider}/start', { params, body: { challenge } });
  const back = await new Browser(gatewayUrl).through((await unwrap(start)).url, hints);
  return { code: back.searchParams.get('code') ?? '', verifier };
}

export const connectByOAuth = async (...args: Parameters<typeof connectionProof>) => {
  const [{ client, inProject }, , provider] = args;
  const params = { path: { ...inProject.path, provider } };
  return unwrap(
    client.PUT('/v1/projects/{projectId}/connections/{provider}', { params, body: await connectionProof(...args) }),
  );
};
