import { Injectable } from '@nestjs/common';
import { connectByOAuth, type ProjectConnection } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AccessTokens } from '../oauth/access-tokens.js';
import { GrantsRepository, type Grant } from '../oauth/grants.repository.js';
import { RedeemCode } from '../oauth/redeem-code.js';
import { AskProvider } from '../outbound/ask-provider.js';
import { Platforms } from '../description/platforms.js';
import { KeepConnection } from './keep-connection.js';

@Injectable()
export class ConnectByOAuth {
  constructor(
    private readonly platforms: Platforms,
    private readonly redeemCode: RedeemCode,
    private readonly keepConnection: KeepConnection,
    private readonly accessTokens: AccessTokens,
    private readonly grantsRepository: GrantsRepository,
    private readonly askProvider: AskProvider,
  ) {}

  /** OAUTH_CODE_INVALID, PLATFORM_UNAVAILABLE, and as KeepConnection has it. */
  @Rpc(connectByOAuth)
  async execute(request: RequestOf<typeof connectByOAuth>): Promise<ProjectConnection> {
    const { projectId, provider, userId } = request;
    const grant = await this.redeemCode.execute(request, projectId);
    if (grant.provider !== provider) throw new AppError('OAUTH_CODE_INVALID');
    const { accountId, handle, id: grantId } = grant;
    const connection = {
      ...{ projectId, provider, accountId, grantId },
      ...{ name: handle, fields: {}, connectedBy: userId },
    };
    return this.keepConnection.execute(connection, await this.subscription(grant, provider));
  }

  /** Sends the request by which the platform sends events of the account, if it has one. */
  private async subscription(grant: Grant, provider: RequestOf<typeof connectByOAuth>['provider']) {
    const { subscription } = this.platforms.of(provider).connection;
    if (subscription === undefined) return undefined;
    const { token } = await this.accessTokens.of(grant.id);
    return async (tx: Tx) => {
      await this.grantsRepository.lockAccount(tx, grant);
      const { status } = await this.askProvider.send(provider, subscription(token.reveal(), this.platforms.config));
      if (status !== 200) throw new AppError('PLATFORM_UNAVAILABLE');
    };
  }
}
