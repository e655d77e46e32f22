import { Inject, Injectable } from '@nestjs/common';
import { findLinkedGrant } from '@questp/messages/identity';
import type { Fact, FactStatus } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { Bus, CONFIG } from '@questp/service';
import { Credentials } from '../credentials/credentials.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import type { Grant } from '../oauth/grants.repository.js';
import { AskProvider } from '../outbound/ask-provider.js';
import { basic } from '../outbound/authorization.js';
import type { PlatformFact } from '../outbound/platform-fact.js';
import type { PlatformConfig } from '../platforms/index.js';

/** What the errors of a read mean for whoever asked. */
const STATUSES: Readonly<Record<string, FactStatus>> = {
  ACCOUNT_RELINK_NEEDED: 'relink',
  OAUTH_NOT_AVAILABLE: 'unsupported',
  OAUTH_UNAVAILABLE: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
  UPSTREAM_TIMEOUT: 'unavailable',
};

interface Asking {
  authorization: string;
  grant?: Grant;
}

/** Reads any fact of a platform: with the tokens of a user's linked account, or as the platform's application. */
@Injectable()
export class ReadFact {
  constructor(
    private readonly bus: Bus,
    private readonly tokens: AccessTokens,
    private readonly credentials: Credentials,
    private readonly ask: AskProvider,
    @Inject(CONFIG) private readonly config: PlatformConfig,
  ) {}

  async execute(fact: PlatformFact<PlatformConfig>, request: { userId?: string }): Promise<Fact<object>> {
    try {
      return await this.read(fact, request);
    } catch (error) {
      const status = error instanceof AppError ? STATUSES[error.code] : undefined;
      if (status === undefined) throw error;
      return without(status, DETAILS[status](fact.title));
    }
  }

  private async read(fact: PlatformFact<PlatformConfig>, request: { userId?: string }): Promise<Fact<object>> {
    const { provider, title } = fact;
    const { authorization, grant } =
      request.userId === undefined ? await this.asApplication(fact) : await this.asUser(fact, request.userId);
    const url = fact.url(request, this.config);
    const answer = await this.ask.send(provider, { method: 'GET', url, headers: { authorization } });
    if (answer.status === 401 && grant !== undefined) return this.tokens.refuse(grant);
    const value = fact.read(answer, grant?.accountId);
    if (value === undefined) return without('unavailable', DETAILS.unavailable(title));
    return value === null ? without('not_found', DETAILS.not_found(title)) : { status: 'found', value, detail: null };
  }

  private async asUser({ provider }: PlatformFact<PlatformConfig>, userId: string): Promise<Asking> {
    const { grantId } = await this.bus.call(findLinkedGrant, { userId, provider });
    if (grantId === null) throw new AppError('ACCOUNT_RELINK_NEEDED');
    const { grant, token } = await this.tokens.of(grantId);
    return { authorization: `Bearer ${token.reveal()}`, grant };
  }

  private async asApplication({ provider }: PlatformFact<PlatformConfig>): Promise<Asking> {
    const { values } = await this.credentials.read(provider);
    const [id, secret] = ['clientId', 'clientSecret'].map((name) => values.get(name)?.reveal());
    if (id === undefined || secret === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    return { authorization: basic(id, secret) };
  }
}

const DETAILS: Readonly<Record<FactStatus, (title: string) => string>> = {
  found: (title) => `The ${title} answered.`,
  not_found: (title) => `The ${title} knows nothing of the kind.`,
  unavailable: (title) => `The ${title} does not answer at the moment.`,
  relink: (title) => `Link your account of the ${title}, or link it again.`,
  unsupported: (title) => `The ${title} is not set up on this platform.`,
};

const without = (status: FactStatus, detail: string): Fact<object> => ({ status, value: null, detail });
