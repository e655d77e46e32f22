import { Injectable } from '@nestjs/common';
import { startOAuthLink, type OAuthStarted, type RequestOf, type startAccountLink } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Bus } from '@questp/service';

@Injectable()
export class StartAccountLink {
  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
  ) {}

  /**
   * The code works only in this session, so that a popup opened by somebody else links nothing. The empty transaction
   * checks the caller's rights before the popup opens; `LinkAccount` checks them again.
   */
  async run(request: RequestOf<typeof startAccountLink>): Promise<OAuthStarted> {
    await this.db.transaction(() => Promise.resolve());
    const { provider, challenge, sessionId, returnTo } = request;
    return this.bus.call(startOAuthLink, {
      provider,
      challenge,
      sessionId,
      ...(returnTo !== undefined && { returnTo }),
    });
  }
}
