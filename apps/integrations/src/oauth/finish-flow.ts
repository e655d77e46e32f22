import { Injectable } from '@nestjs/common';
import { finishOAuth, withRefusal, withResult, type OAuthRedirect } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { OAuthPlatform } from '@questp/messages/shared';
import { Database, newId } from '@questp/postgres';
import { hashSecret, newSecret, Rpc } from '@questp/service';
import { Vault } from '@questp/vault';
import { AskProvider, readJson } from '../outbound/ask-provider.js';
import { profileRequest } from '../description/platform.js';
import { OAuthClients } from './clients.js';
import { FlowsRepository, type Flow, verifierPlace } from './flows.repository.js';
import { GrantsRepository, type Grant } from './grants.repository.js';
import { sealTokens } from './grant-tokens.js';
import type { OAuthClient } from './oauth-client.js';
import type { Account } from '../description/account.js';
import type { OAuthDescription } from '../description/platform.js';
import { flowKey, nonceOf } from './secrets.js';
import { requireScopes, secondsOf, type Tokens } from '../description/tokens.js';

type CallbackParams = RequestOf<typeof finishOAuth>;

/** The callback of a platform: stores the proven account as a grant and redirects to the app with a one-time code. */
@Injectable()
export class FinishFlow {
  constructor(
    private readonly db: Database,
    private readonly flows: FlowsRepository,
    private readonly grants: GrantsRepository,
    private readonly clients: OAuthClients,
    private readonly ask: AskProvider,
    private readonly vault: Vault,
  ) {}

  /** OAUTH_STATE_INVALID if the flow, and with it the address to redirect to, is unknown. */
  @Rpc(finishOAuth)
  async execute(callbackParams: CallbackParams): Promise<OAuthRedirect> {
    const { provider, state = '', browser } = callbackParams;
    const flow = browser === undefined ? undefined : await this.flows.take(provider, flowKey(state, browser));
    if (flow === undefined || browser === undefined) throw new AppError('OAUTH_STATE_INVALID');
    try {
      const verifier = this.vault.open(verifierPlace(flow), flow.verifier).reveal();
      const code = await this.prove(flow, callbackParams, verifier, nonceOf(state, browser));
      return { location: withResult(flow.returnTo, { code }), browser: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { location: withRefusal(flow.returnTo, error.code), browser: null };
    }
  }

  /** Returns a one-time code for the proven account. */
  private async prove(flow: Flow, callbackParams: CallbackParams, verifier: string, nonce: string): Promise<string> {
    const { provider, sessionId, projectId, challenge } = flow;
    const { client, platform } = await this.clients.of(provider, projectId !== null);
    const id = newId();
    // Tokens of an identity provider are not stored: it is not called afterwards.
    const { seconds, ...proven } =
      platform === undefined
        ? { ...(await client.account(callbackParams, verifier, nonce)), tokens: {}, seconds: null }
        : await this.ofPlatform({ id, provider }, client, platform, callbackParams, verifier);
    const code = newSecret();
    await this.db.transaction(async (tx) => {
      await this.grants.insert(tx, { id, provider, ...proven }, seconds);
      await this.flows.addCode(tx, { hash: hashSecret(code), sessionId, projectId, challenge, grantId: id });
    });
    return code;
  }

  private async ofPlatform(
    grant: Pick<Grant, 'id' | 'provider'>,
    client: OAuthClient,
    platform: OAuthDescription,
    callbackParams: CallbackParams,
    verifier: string,
  ): Promise<Account & Pick<Grant, 'tokens'> & { seconds: number | null }> {
    const tokens = await client.exchange(callbackParams, verifier);
    requireScopes(tokens, platform.scopes);
    const account = platform.account(await this.profile(grant.provider, platform, tokens));
    if (account === undefined) throw new AppError('OAUTH_FAILED');
    // Without a profile to read later no tokens are stored.
    const sealed = platform.profileUrl === undefined ? {} : sealTokens(this.vault, grant, tokens);
    return { ...account, tokens: sealed, seconds: secondsOf(tokens) };
  }

  private async profile(provider: OAuthPlatform, platform: OAuthDescription, tokens: Tokens): Promise<unknown> {
    const { profileUrl } = platform;
    if (profileUrl === undefined) return tokens.response;
    const { status, body } = await this.ask.send(
      provider,
      profileRequest({ ...platform, profileUrl }, tokens.accessToken),
    );
    return status === 200 ? readJson(body) : undefined;
  }
}
