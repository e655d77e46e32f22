import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError, OAUTH_PROVIDERS, type OAuthProvider } from '@questp/messages';
import { CONFIG } from '@questp/service';
import { Credentials } from '../credentials/credentials.js';
import type { Platforms } from '../credentials/providers.js';
import { UnreadableCredential } from '../credentials/stored-fields.js';
import type { Config } from '../platform/config.js';
import { AskProvider } from './ask-provider.js';
import { discover } from './discovery.js';
import { OAuthClient } from './oauth-client.js';
import { OpenIdClient } from './open-id.js';
import { PLATFORM, PROJECT_PLATFORM, type Application, type Platform } from './platforms.js';

/** A provider as it is configured now; an identity provider, whose ID tokens say who signs in, is no platform. */
export type Configured = { application: Application } & (
  | { platform: Platform; client: OAuthClient }
  | { platform: undefined; client: OpenIdClient }
);

@Injectable()
export class OAuthClients {
  constructor(
    private readonly credentials: Credentials,
    private readonly egress: Egress,
    private readonly ask: AskProvider,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async configured(): Promise<OAuthProvider[]> {
    const known = await Promise.all(OAUTH_PROVIDERS.map((provider) => this.isConfigured(provider)));
    return OAUTH_PROVIDERS.filter((_, index) => known[index]);
  }

  /** False also where what is stored cannot be read, which must not hide the other providers. */
  async isConfigured(provider: OAuthProvider): Promise<boolean> {
    try {
      return (await this.credentials.read(provider)).values.size > 0;
    } catch (error) {
      if (error instanceof UnreadableCredential) return false;
      throw error;
    }
  }

  /** OAUTH_NOT_AVAILABLE, OAUTH_MISCONFIGURED, OAUTH_UNAVAILABLE. @param isForProject whether somebody agrees for a project */
  async of(provider: OAuthProvider, isForProject = false): Promise<Configured> {
    const { values } = await this.credentials.read(provider);
    const clientId = values.get('clientId')?.reveal();
    const clientSecret = values.get('clientSecret')?.reveal();
    if (clientId === undefined || clientSecret === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const application = { clientId, clientSecret };
    const platform = this.platform(provider, isForProject);
    const callbackUrl = `${this.config.PUBLIC_URL}/v1/auth/oauth/callback/${provider}`;
    if (platform !== undefined) {
      const client = new OAuthClient({ provider, application, platform, callbackUrl }, this.ask);
      return { client, application, platform };
    }
    const found = await discover(this.egress, values.get('issuer')?.reveal() ?? '');
    if (found.outcome !== 'found') {
      throw new AppError(found.outcome === 'misconfigured' ? 'OAUTH_MISCONFIGURED' : 'OAUTH_UNAVAILABLE');
    }
    const client = new OpenIdClient(found.metadata, application, callbackUrl, this.ask);
    return { client, application, platform };
  }

  private platform(provider: OAuthProvider, isForProject: boolean): Platform | undefined {
    if (provider === 'oauth_idp') return undefined;
    const platforms: Partial<Record<OAuthProvider, (urls: Platforms) => Platform>> = isForProject
      ? PROJECT_PLATFORM
      : PLATFORM;
    return platforms[provider]?.(this.config);
  }
}
