import { Injectable } from '@nestjs/common';
import { finishOAuth, withRefusal, withResult, type OAuthRedirect } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, newId } from '@questp/postgres';
import { hashSecret, newSecret, Rpc } from '@questp/service';
import { Vault } from '@questp/vault';
import { OAuthClients } from './clients.js';
import { FlowsRepository, type Flow, verifierPlace } from './flows.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { sealTokens } from './grant-tokens.js';
import { flowKey, nonceOf } from './secrets.js';
import { secondsOf } from '../description/tokens.js';

type CallbackParams = RequestOf<typeof finishOAuth>;

/** The callback of a platform: stores the proven account as a grant and redirects to the app with a one-time code. */
@Injectable()
export class FinishFlow {
  constructor(
    private readonly database: Database,
    private readonly flowsRepository: FlowsRepository,
    private readonly grantsRepository: GrantsRepository,
    private readonly oAuthClients: OAuthClients,
    private readonly vault: Vault,
  ) {}

  /** OAUTH_STATE_INVALID if the flow, and with it the address to redirect to, is unknown. */
  @Rpc(finishOAuth)
  async execute(callbackParams: CallbackParams): Promise<OAuthRedirect> {
    const { provider, state = '', browser } = callbackParams;
    const flow = browser === undefined ? undefined : await this.flowsRepository.take(provider, flowKey(state, browser));
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
    const client = await this.oAuthClients.signIn(provider, projectId !== null);
    const { tokens, ...account } = await client.prove(callbackParams, verifier, nonce);
    const id = newId();
    const sealed = tokens === undefined ? {} : sealTokens(this.vault, { id, provider }, tokens);
    const seconds = tokens === undefined ? null : secondsOf(tokens);
    const code = newSecret();
    await this.database.transaction(async (tx) => {
      await this.grantsRepository.insert(tx, { id, provider, ...account, tokens: sealed }, seconds);
      await this.flowsRepository.addCode(tx, { hash: hashSecret(code), sessionId, projectId, challenge, grantId: id });
    });
    return code;
  }
}
