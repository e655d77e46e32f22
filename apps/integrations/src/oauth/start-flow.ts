import { Inject, Injectable } from '@nestjs/common';
import {
  OAUTH_ROUTES,
  startOAuthLink,
  startOAuthSignIn,
  startProjectConnection,
  type OAuthStarted,
} from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { OAUTH_SIGN_IN_APPS } from '@questp/messages/shared';
import { newId } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import { OAuthClients } from './clients.js';
import { FlowsRepository, type Flow } from './flows.repository.js';
import type { OAuthConfig } from './oauth-config.js';
import { returnTo } from './return-to.js';

type New = Pick<Flow, 'provider' | 'challenge' | 'sessionId' | 'projectId'>;

@Injectable()
export class StartFlow {
  constructor(
    private readonly flowsRepository: FlowsRepository,
    private readonly oAuthClients: OAuthClients,
    @Inject(CONFIG) private readonly config: OAuthConfig,
  ) {}

  @Rpc(startOAuthSignIn)
  async forSignIn({ provider, app, challenge, ...asked }: RequestOf<typeof startOAuthSignIn>): Promise<OAuthStarted> {
    if (!OAUTH_SIGN_IN_APPS[provider].includes(app)) throw new AppError('OAUTH_NOT_AVAILABLE');
    const { APP_URL, STUDIO_URL } = this.config;
    const route = new URL(OAUTH_ROUTES[app], app === 'studio' ? STUDIO_URL : APP_URL);
    return this.start({ provider, challenge, sessionId: null, projectId: null }, route, asked.returnTo);
  }

  @Rpc(startOAuthLink)
  async forLink({ provider, sessionId, challenge, ...asked }: RequestOf<typeof startOAuthLink>): Promise<OAuthStarted> {
    const route = new URL(OAUTH_ROUTES.link, this.config.APP_URL);
    return this.start({ provider, challenge, sessionId, projectId: null }, route, asked.returnTo);
  }

  @Rpc(startProjectConnection)
  async forProject(request: RequestOf<typeof startProjectConnection>): Promise<OAuthStarted> {
    const { provider, sessionId, projectId, challenge, ...asked } = request;
    const route = new URL(OAUTH_ROUTES.link, this.config.STUDIO_URL);
    return this.start({ provider, challenge, sessionId, projectId }, route, asked.returnTo);
  }

  private async start(flow: New, route: URL, asked: string | undefined): Promise<OAuthStarted> {
    if (!(await this.oAuthClients.isConfigured(flow.provider))) throw new AppError('OAUTH_NOT_AVAILABLE');
    const { APP_URL, STUDIO_URL, PUBLIC_URL } = this.config;
    const origins = [APP_URL, STUDIO_URL].map((address) => new URL(address).origin);
    const id = newId();
    const expiresAt = await this.flowsRepository.insert({
      ...flow,
      id,
      returnTo: returnTo(asked, origins, route.href),
    });
    return { url: `${PUBLIC_URL}/v1/auth/oauth/begin/${id}`, expiresAt: expiresAt.toISOString() };
  }
}
