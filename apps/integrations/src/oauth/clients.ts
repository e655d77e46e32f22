import { Inject, Injectable } from '@nestjs/common';
import { AppError, OAUTH_PROVIDERS, type OAuthProvider } from '@questp/messages';
import { CONFIG } from '@questp/service';
import { Credentials } from '../credentials/credentials.js';
import type { Platforms } from '../credentials/providers.js';
import { UnreadableCredential } from '../credentials/stored-fields.js';
import type { Config } from '../platform/config.js';
import { AskProvider } from './ask-provider.js';
import { OAuthClient } from './oauth-client.js';
import { NEEDED_OPEN_ID_SCOPES, OPEN_ID_SCOPES, OpenId } from './open-id.js';
import { PLATFORM, PROJECT_PLATFORM, type Application, type Endpoints, type Platform } from './platforms.js';

/** A provider as it is configured now. */
export interface Configured {
  client: OAuthClient;
  application: Application;
  endpoints: Endpoints;
  /** Undefined for an identity provider, whose ID tokens say who signs in. */
  platform: Platform | undefined;
  /** Without which nothing is proven. */
  scopes: readonly string[];
}

@Injectable()
export class OAuthClients {
  constructor(
    private readonly credentials: Credentials,
    private readonly openId: OpenId,
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

  /** OAUTH_NOT_AVAILABLE, OAUTH_UNAVAILABLE. @param isForProject whether somebody agrees for a project */
  async of(provider: OAuthProvider, isForProject = false): Promise<Configured> {
    const { values } = await this.credentials.read(provider);
    const clientId = values.get('clientId')?.reveal();
    const clientSecret = values.get('clientSecret')?.reveal();
    if (clientId === undefined || clientSecret === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const application = { clientId, clientSecret };
    const platform = this.platform(provider, isForProject);
    const endpoints = platform ?? (await this.openId.discover(values.get('issuer')?.reveal() ?? ''));
    const { scopes, parameters = {} } = platform ?? { scopes: OPEN_ID_SCOPES };
    const callbackUrl = `${this.config.PUBLIC_URL}/v1/auth/oauth/callback/${provider}`;
    const client = new OAuthClient({ provider, application, endpoints, scopes, parameters, callbackUrl }, this.ask);
    return { client, application, endpoints, platform, scopes: platform?.scopes ?? NEEDED_OPEN_ID_SCOPES };
  }

  private platform(provider: OAuthProvider, isForProject: boolean): Platform | undefined {
    if (provider === 'oauth_idp') return undefined;
    const platforms: Partial<Record<OAuthProvider, (urls: Platforms) => Platform>> = isForProject
      ? PROJECT_PLATFORM
      : PLATFORM;
    return platforms[provider]?.(this.config);
  }
}
