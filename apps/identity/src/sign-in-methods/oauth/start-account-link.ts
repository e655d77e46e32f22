import { Injectable } from '@nestjs/common';
import { startAccountLink } from '@questp/messages/identity';
import { startOAuthLink, type OAuthStarted } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';

@Injectable()
export class StartAccountLink {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  /**
   * The code works only in this session, so that a popup opened by another user links nothing. The empty transaction
   * checks the caller's rights before the popup opens; `LinkAccount` checks them again.
   */
  @Rpc(startAccountLink)
  async execute(request: RequestOf<typeof startAccountLink>): Promise<OAuthStarted> {
    await this.database.transaction(() => Promise.resolve());
    const { provider, challenge, sessionId, returnTo } = request;
    return this.bus.call(startOAuthLink, {
      provider,
      challenge,
      sessionId,
      ...(returnTo !== undefined && { returnTo }),
    });
  }
}
