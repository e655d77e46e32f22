import { Inject, Injectable } from '@nestjs/common';
import { AppError, type readOAuthHandle, type ReplyOf, type RequestOf } from '@questp/messages';
import { CONFIG } from '@questp/service';
import type { Config } from '../platform/config.js';
import { AccessTokens } from './access-tokens.js';
import { AskProvider, readJson } from './ask-provider.js';
import { PLATFORM, type PlatformName } from './platforms.js';

@Injectable()
export class ReadHandle {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly ask: AskProvider,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** ACCOUNT_RELINK_NEEDED, OAUTH_NOT_AVAILABLE, OAUTH_UNAVAILABLE */
  async run({ grantId }: RequestOf<typeof readOAuthHandle>): Promise<ReplyOf<typeof readOAuthHandle>> {
    const { grant, token } = await this.tokens.of(grantId);
    const { profileUrl, account } = PLATFORM[grant.provider as PlatformName](this.config);
    const headers = { authorization: `Bearer ${token.reveal()}` };
    const { status, body } = await this.ask.send(grant.provider, { url: profileUrl, method: 'GET', headers });
    if (status === 401) return this.tokens.refuse(grant);
    const found = status === 200 ? account(readJson(body)) : undefined;
    if (found?.accountId !== grant.accountId) throw new AppError('OAUTH_UNAVAILABLE');
    return { handle: found.handle };
  }
}
