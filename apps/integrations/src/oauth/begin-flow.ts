import { Injectable } from '@nestjs/common';
import { beginOAuth, withRefusal, type OAuthRedirect } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { newSecret, Rpc } from '@questp/service';
import { Secret, Vault } from '@questp/vault';
import { OAuthClients } from './clients.js';
import { FlowsRepository, verifierPlace } from './flows.repository.js';
import { flowKey, nonceOf } from './secrets.js';

/** Binds a flow to the browser and redirects it to the platform. */
@Injectable()
export class BeginFlow {
  constructor(
    private readonly flowsRepository: FlowsRepository,
    private readonly oAuthClients: OAuthClients,
    private readonly vault: Vault,
  ) {}

  /** OAUTH_STATE_INVALID if the flow has begun or expired. @param browser id of a known browser, from its cookie */
  @Rpc(beginOAuth)
  async execute({ flowId, browser = newSecret() }: RequestOf<typeof beginOAuth>): Promise<OAuthRedirect> {
    const flow = await this.flowsRepository.get(flowId);
    if (flow === undefined) throw new AppError('OAUTH_STATE_INVALID');
    try {
      const client = await this.oAuthClients.signIn(flow.provider, flow.projectId !== null);
      const { location, state, verifier } = await client.begin((ofState) => nonceOf(ofState, browser));
      const sealed = this.vault.seal(verifierPlace(flow), new Secret(verifier));
      if (!(await this.flowsRepository.begin(flowId, flowKey(state, browser), sealed)))
        throw new AppError('OAUTH_STATE_INVALID');
      return { location, browser };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { location: withRefusal(flow.returnTo, error.code), browser: null };
    }
  }
}
