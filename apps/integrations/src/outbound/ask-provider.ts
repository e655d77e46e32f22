import { Injectable } from '@nestjs/common';
import { Egress, type EgressAnswer, type EgressRequest } from '@questp/egress';
import { AppError, parseJson } from '@questp/messages/language';
import type { OAuthPlatform } from '@questp/messages/shared';

const TIMEOUT_MS = 4_000;

/** One request to a provider: 4xx is its answer, and all that may be otherwise later is OAUTH_UNAVAILABLE. */
@Injectable()
export class AskProvider {
  constructor(private readonly egress: Egress) {}

  async send(
    provider: OAuthPlatform,
    { url, headers, ...request }: Pick<EgressRequest, 'method' | 'headers' | 'body' | 'timeoutMs'> & { url: string },
  ): Promise<EgressAnswer> {
    const answer = await this.egress.send(url, {
      timeoutMs: TIMEOUT_MS,
      ...request,
      destination: provider,
      namedBy: 'platform',
      headers: { accept: 'application/json', ...headers },
      // A code or a token is sent to the very address that is described.
      ...(request.method === 'GET' && { follow: true }),
    });
    const isAnswer = answer.outcome === 'answered' && answer.status < 500 && answer.status !== 429;
    if (!isAnswer) throw new AppError('OAUTH_UNAVAILABLE');
    return answer;
  }

  /** The JSON of an answer with status 200; undefined for any other. */
  async json(provider: OAuthPlatform, url: string, headers: Record<string, string> = {}): Promise<unknown> {
    const { status, body } = await this.send(provider, { url, method: 'GET', headers });
    return status === 200 ? readJson(body) : undefined;
  }
}

/** OAUTH_UNAVAILABLE */
export function readJson(body: Buffer): unknown {
  try {
    return parseJson(body.toString());
  } catch {
    throw new AppError('OAUTH_UNAVAILABLE');
  }
}
