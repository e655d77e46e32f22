import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { OAUTH_PROVIDERS, type OAuthPlatform, type OAuthProvider } from '@questp/messages/shared';
import { CONFIG } from '@questp/service';
import { Credentials } from '../credentials/credentials.js';
import { UnreadableCredential } from '../credentials/stored-fields.js';
import { AskProvider } from '../outbound/ask-provider.js';
import { discover } from '../platforms/oauth-idp/discovery.js';
import type { OAuthConfig } from './oauth-config.js';
import { OAuthClient } from './oauth-client.js';
import { OpenIdClient } from '../platforms/oauth-idp/open-id.js';
import type { Application } from '../description/authorization.js';
import type { OAuthDescription } from '../description/platform.js';
import { Platforms } from '../description/platforms.js';

/** A provider as it is configured now. An identity provider has no `platform`: its ID tokens identify the user. */
export type Configured = { application: Application } & (
  | { platform: OAuthDescription; client: OAuthClient }
  | { platform: undefined; client: OpenIdClient }
);

/** Fields of the application. */
const CLIENT = { id: 'clientId', secret: 'clientSecret' };

@Injectable()
export class OAuthClients {
  constructor(
    private readonly platforms: Platforms,
    private readonly credentials: Credentials,
    private readonly egress: Egress,
    private readonly ask: AskProvider,
    @Inject(CONFIG) private readonly config: OAuthConfig,
  ) {}

  async configured(): Promise<OAuthProvider[]> {
    const known = await Promise.all(OAUTH_PROVIDERS.map((provider) => this.isConfigured(provider)));
    return OAUTH_PROVIDERS.filter((_, index) => known[index]);
  }

  /** False also if the stored credential is unreadable, which must not hide the other providers. */
  async isConfigured(provider: OAuthPlatform): Promise<boolean> {
    try {
      return (await this.credentials.read(provider)).values.size > 0;
    } catch (error) {
      if (error instanceof UnreadableCredential) return false;
      throw error;
    }
  }

  /** OAUTH_NOT_AVAILABLE, OAUTH_MISCONFIGURED, OAUTH_UNAVAILABLE. @param isForProject true to connect a project */
  async of(provider: OAuthPlatform, isForProject = false): Promise<Configured> {
    const { values } = await this.credentials.read(provider);
    const { oauth, projectOAuth, client: fields = CLIENT } = this.platforms.of(provider);
    const clientId = values.get(fields.id)?.reveal();
    const clientSecret = values.get(fields.secret)?.reveal();
    if (clientId === undefined || clientSecret === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const application = { clientId, clientSecret };
    const platform = (isForProject ? projectOAuth : (oauth ?? projectOAuth))?.(this.platforms.config);
    const callbackUrl = `${this.config.PUBLIC_URL}/v1/auth/oauth/callback/${provider}`;
    if (platform !== undefined) {
      const client = new OAuthClient({ provider, application, platform, callbackUrl }, this.ask);
      return { client, application, platform };
    }
    const found = await discover(this.egress, values.get('issuer')?.reveal() ?? '');
    if (found.outcome !== 'found') {
      throw new AppError(found.outcome === 'misconfigured' ? 'OAUTH_MISCONFIGURED' : 'OAUTH_UNAVAILABLE');
    }
    const client = new OpenIdClient(found.metadata, application, callbackUrl, this.egress);
    return { client, application, platform };
  }
}
