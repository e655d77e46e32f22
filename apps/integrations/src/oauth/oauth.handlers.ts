import { Injectable } from '@nestjs/common';
import { listOAuthProviders, redeemOAuthCode } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { OAUTH_PROVIDERS } from '@questp/messages/shared';
import { Rpc } from '@questp/service';
import { OAuthClients } from './clients.js';
import { RedeemCode } from './redeem-code.js';

@Injectable()
export class OAuthHandlers {
  constructor(
    private readonly redeemCode: RedeemCode,
    private readonly oAuthClients: OAuthClients,
  ) {}

  @Rpc(redeemOAuthCode)
  async redeem(request: RequestOf<typeof redeemOAuthCode>) {
    const { accountId, handle, id, ...grant } = await this.redeemCode.execute(request);
    const provider = OAUTH_PROVIDERS.find((one) => one === grant.provider);
    if (provider === undefined) throw new AppError('OAUTH_CODE_INVALID');
    return { provider, accountId, handle, grantId: id };
  }

  @Rpc(listOAuthProviders)
  async providers() {
    return { providers: await this.oAuthClients.configured() };
  }
}
