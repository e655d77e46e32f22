import { Injectable } from '@nestjs/common';
import { readOAuthHandle } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { AccessTokens } from './access-tokens.js';
import { AskProvider, readJson } from '../outbound/ask-provider.js';
import { profileRequest } from '../description/platform.js';
import { Platforms } from '../description/platforms.js';

@Injectable()
export class ReadHandle {
  constructor(
    private readonly platforms: Platforms,
    private readonly accessTokens: AccessTokens,
    private readonly askProvider: AskProvider,
  ) {}

  /** ACCOUNT_RELINK_NEEDED, OAUTH_NOT_AVAILABLE, OAUTH_UNAVAILABLE */
  @Rpc(readOAuthHandle)
  async execute({ grantId }: RequestOf<typeof readOAuthHandle>): Promise<ReplyOf<typeof readOAuthHandle>> {
    const { grant, token } = await this.accessTokens.of(grantId);
    const platform = this.platforms.of(grant.provider).oauth?.(this.platforms.config);
    if (platform === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const { status, body } = await this.askProvider.send(grant.provider, profileRequest(platform, token.reveal()));
    if (status === 401) return this.accessTokens.refuse(grant);
    const found = status === 200 ? platform.account(readJson(body)) : undefined;
    if (found?.accountId !== grant.accountId) throw new AppError('OAUTH_UNAVAILABLE');
    return { handle: found.handle };
  }
}
