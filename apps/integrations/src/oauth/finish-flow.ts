import { Injectable } from '@nestjs/common';
import {
  AppError,
  withRefusal,
  withResult,
  type finishOAuth,
  type OAuthProvider,
  type OAuthRedirect,
  type RequestOf,
} from '@questp/messages';
import { Database, newId } from '@questp/postgres';
import { Vault } from '@questp/vault';
import { AskProvider } from './ask-provider.js';
import { OAuthClients, type Configured } from './clients.js';
import { FlowsRepository, type Flow, verifierPlace } from './flows.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { sealTokens } from './grant-tokens.js';
import type { Tokens } from './oauth-client.js';
import { OpenId } from './open-id.js';
import type { Account, Platform } from './platforms.js';
import { flowKey, newSecret, nonceOf, sha256 } from './secrets.js';
import { requireScopes, secondsOf } from './token-answer.js';

type Returned = RequestOf<typeof finishOAuth>;

/** A browser that comes back from a platform: what it proves is kept, and a code for it sent on to the app. */
@Injectable()
export class FinishFlow {
  constructor(
    private readonly db: Database,
    private readonly flows: FlowsRepository,
    private readonly grants: GrantsRepository,
    private readonly clients: OAuthClients,
    private readonly openId: OpenId,
    private readonly ask: AskProvider,
    private readonly vault: Vault,
  ) {}

  /** OAUTH_STATE_INVALID when nothing is known of where to send the browser. */
  async run(returned: Returned): Promise<OAuthRedirect> {
    const { provider, state = '', browser } = returned;
    const flow = browser === undefined ? undefined : await this.flows.take(provider, flowKey(state, browser));
    if (flow === undefined || browser === undefined) throw new AppError('OAUTH_STATE_INVALID');
    try {
      const verifier = this.vault.open(verifierPlace(flow), flow.verifier).reveal();
      const code = await this.prove(flow, returned, verifier, nonceOf(state, browser));
      return { location: withResult(flow.returnTo, { code }), browser: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { location: withRefusal(flow.returnTo, error.code), browser: null };
    }
  }

  /** A code for the account that the platform tells. */
  private async prove(flow: Flow, returned: Returned, verifier: string, nonce: string): Promise<string> {
    const { provider, sessionId, projectId, challenge } = flow;
    const configured = await this.clients.of(provider, projectId !== null);
    requireIssuer(configured, returned.iss);
    const tokens = await configured.client.exchange(returned, verifier);
    requireScopes(tokens, configured.scopes);
    const account = await this.account(flow, configured, tokens, nonce);
    const grant = { id: newId(), provider, ...account };
    // Where nothing is asked for afterwards nothing is kept to ask by.
    const sealed = configured.platform?.profileUrl === undefined ? {} : sealTokens(this.vault, grant, tokens);
    const code = newSecret();
    await this.db.transaction(async (tx) => {
      await this.grants.insert(tx, { ...grant, tokens: sealed }, secondsOf(tokens));
      await this.flows.addCode(tx, { hash: sha256(code), sessionId, projectId, challenge, grantId: grant.id });
    });
    return code;
  }

  private async account({ provider }: Flow, configured: Configured, tokens: Tokens, nonce: string): Promise<Account> {
    const { application, endpoints, platform } = configured;
    if (endpoints.issuer !== undefined) {
      return this.openId.account(tokens.told['id_token'], endpoints.issuer, application.clientId, nonce);
    }
    const account = platform?.account(await this.profile(provider, platform, tokens));
    if (account === undefined) throw new AppError('OAUTH_FAILED');
    return account;
  }

  private async profile(provider: OAuthProvider, { profileUrl }: Platform, tokens: Tokens): Promise<unknown> {
    if (profileUrl === undefined) return tokens.told;
    return this.ask.json(provider, profileUrl, { authorization: `Bearer ${tokens.accessToken}` });
  }
}

/** A code of another issuer than the one the browser was sent to is not brought to this one (RFC 9207). OAUTH_FAILED */
function requireIssuer({ endpoints: { issuer } }: Configured, told: string | undefined): void {
  if (issuer === undefined || (told === undefined && !issuer.isTold)) return;
  if (told !== issuer.name) throw new AppError('OAUTH_FAILED');
}
