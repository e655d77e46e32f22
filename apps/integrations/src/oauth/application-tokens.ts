import { hashSecret } from '@questp/service';
import { Injectable } from '@nestjs/common';
import type { OAuthProvider } from '@questp/messages/shared';
import { OAuthClients } from './clients.js';
import { secondsOf } from '../description/tokens.js';

/** A token is replaced this long before it expires. Milliseconds. */
const EARLY_MS = 60_000;

interface Kept {
  /** Hash of the credentials that it was requested with. */
  credentials: string;
  token: string;
  /** Time of performance.now(). */
  until: number;
}

/** Tokens of the platform's own applications. Each process keeps one for each provider, until the credentials change. */
@Injectable()
export class ApplicationTokens {
  private readonly kept = new Map<OAuthProvider, Promise<Kept>>();

  constructor(private readonly oAuthClients: OAuthClients) {}

  /** OAUTH_NOT_AVAILABLE, OAUTH_FAILED, OAUTH_UNAVAILABLE */
  async of(provider: OAuthProvider): Promise<string> {
    const { client, application } = await this.oAuthClients.of(provider);
    const credentials = hashSecret(JSON.stringify(application)).toString('base64');
    const known = await this.kept.get(provider);
    if (known?.credentials === credentials && known.until > performance.now()) return known.token;
    const requested = client.requestOwn().then((tokens): Kept => {
      const until = performance.now() + (secondsOf(tokens) ?? Infinity) * 1_000 - EARLY_MS;
      return { credentials, token: tokens.accessToken, until };
    });
    this.kept.set(provider, requested);
    try {
      return (await requested).token;
    } catch (error) {
      this.forget(provider);
      throw error;
    }
  }

  /** After the platform has refused the token. */
  forget(provider: OAuthProvider): void {
    this.kept.delete(provider);
  }
}
