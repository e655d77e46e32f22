import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { OAUTH_PROVIDERS, type OAuthPlatform, type OAuthProvider } from '@questp/messages/shared';
import { CONFIG } from '@questp/service';
import { Credentials, reveal } from '../credentials/credentials.js';
import { UnreadableCredential } from '../credentials/stored-fields.js';
import type { OAuthDescription } from '../description/platform.js';
import { Platforms } from '../description/platforms.js';
import type { SignInClient, SignInRegistration } from '../description/sign-in.js';
import { AskProvider } from '../outbound/ask-provider.js';
import type { OAuthConfig } from './oauth-config.js';
import { OAuthClient } from './oauth-client.js';

/** A platform that gives tokens, as it is configured now. */
export interface Configured extends Pick<SignInRegistration, 'application'> {
  platform: OAuthDescription;
  client: OAuthClient;
}

/** Fields of the application. */
const CLIENT = { id: 'clientId', secret: 'clientSecret' };

@Injectable()
export class OAuthClients {
  constructor(
    private readonly platforms: Platforms,
    private readonly credentials: Credentials,
    private readonly egress: Egress,
    private readonly askProvider: AskProvider,
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

  /** The client of a sign-in or, for a project, of a connection. OAUTH_NOT_AVAILABLE */
  async signIn(provider: OAuthPlatform, isForProject: boolean): Promise<SignInClient> {
    const { signIn } = this.platforms.of(provider);
    if (signIn !== undefined) return signIn(await this.registration(provider));
    return (await this.of(provider, isForProject)).client;
  }

  /** OAUTH_NOT_AVAILABLE. @param isForProject true to connect a project */
  async of(provider: OAuthPlatform, isForProject = false): Promise<Configured> {
    const { application, callbackUrl } = await this.registration(provider);
    const { oauth, projectOAuth } = this.platforms.of(provider);
    const describe = isForProject ? projectOAuth : (oauth ?? projectOAuth);
    if (describe === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const platform = describe(this.platforms.config);
    const client = new OAuthClient({ provider, application, platform, callbackUrl }, this.askProvider);
    return { client, application, platform };
  }

  private async registration(provider: OAuthPlatform): Promise<SignInRegistration> {
    const values = reveal((await this.credentials.read(provider)).values);
    const { id, secret } = this.platforms.of(provider).client ?? CLIENT;
    const { [id]: clientId, [secret]: clientSecret } = values;
    if (clientId === undefined || clientSecret === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const callbackUrl = `${this.config.PUBLIC_URL}/v1/auth/oauth/callback/${provider}`;
    return { egress: this.egress, values, application: { clientId, clientSecret }, callbackUrl };
  }
}
