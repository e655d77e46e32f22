import { createHash, randomBytes } from 'node:crypto';
import {
  beginOAuth,
  finishOAuth,
  redeemOAuthCode,
  startOAuthLink,
  startOAuthSignIn,
  type OAuthStarted,
  type ProvenAccount,
} from '@questp/messages/integrations';
import type { Contract } from '@questp/messages/language';
import { OAUTH_PROVIDERS, type OAuthPlatform } from '@questp/messages/shared';

/** Calls the service under test. */
export type Call = <Request extends object, Reply extends object | null>(
  contract: Contract<Request, Reply>,
  request: Request,
) => Promise<Reply>;

export const newVerifier = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** Parameters that a platform sends back through the browser. */
export type CallbackParams = Partial<Record<'code' | 'state' | 'iss' | 'error', string>> & {
  browser?: string | undefined;
};

/** The browser of a person who signs in, and the app in it. */
export class Browser {
  known: string | undefined;
  readonly app = newVerifier();

  constructor(
    private readonly call: Call,
    private readonly provider: OAuthPlatform,
  ) {}

  /** Gives the address at the platform. */
  async begin({ returnTo, sessionId }: { returnTo?: string; sessionId?: string } = {}): Promise<string> {
    const provider = OAUTH_PROVIDERS.find((one) => one === this.provider);
    if (provider === undefined) throw new Error(`Accounts of ${this.provider} are not linked by OAuth`);
    const { challenge } = this.app;
    const start = { provider, challenge, ...(returnTo !== undefined && { returnTo }) };
    return this.follow(
      sessionId === undefined
        ? await this.call(startOAuthSignIn, { ...start, app: 'earner' })
        : await this.call(startOAuthLink, { ...start, sessionId }),
    );
  }

  /** Follows a sign-in that was started; returns the address at the platform. */
  async follow({ url }: OAuthStarted): Promise<string> {
    const flowId = url.slice(url.lastIndexOf('/') + 1);
    const { location, browser } = await this.call(beginOAuth, { flowId, ...(this.known && { browser: this.known }) });
    this.known = browser ?? undefined;
    return location;
  }

  /** Signs in at the platform, which sends the browser back. */
  async agree(location: string, parameters: Record<string, string>): Promise<CallbackParams> {
    const url = new URL(location);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const answer = await fetch(url, { redirect: 'manual' });
    const back = answer.headers.get('location');
    if (back === null) throw new Error(`${answer.status} ${await answer.text()}`);
    return { ...Object.fromEntries(new URL(back).searchParams), browser: this.known };
  }

  /** The address to which the callback redirects the browser. */
  async finish({ code, state, iss, error, browser }: CallbackParams): Promise<URL> {
    const params = Object.entries({ code, state, iss, error, browser }).filter(([, value]) => value !== undefined);
    const { location } = await this.call(finishOAuth, { provider: this.provider, ...Object.fromEntries(params) });
    return new URL(location);
  }

  redeem(code: string, sessionId: string | null = null): Promise<ProvenAccount> {
    return this.call(redeemOAuthCode, { code, verifier: this.app.verifier, sessionId });
  }

  /** From the start to the address that the app sees. */
  async through(person: string, options: { returnTo?: string; sessionId?: string } = {}): Promise<URL> {
    return this.finish(await this.agree(await this.begin(options), { login_hint: person }));
  }
}
