import { Injectable } from '@nestjs/common';
import { listOAuthProviders, redeemOAuthCode } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { OAuthClients } from './clients.js';
import { RedeemCode } from './redeem-code.js';

@Injectable()
export class OAuthHandlers {
  constructor(
    private readonly redeemCode: RedeemCode,
    private readonly clients: OAuthClients,
  ) {}

  @Rpc(redeemOAuthCode)
  async redeem(request: RequestOf<typeof redeemOAuthCode>) {
    const { provider, accountId, handle, id } = await this.redeemCode.execute(request);
    return { provider, accountId, handle, grantId: id };
  }

  @Rpc(listOAuthProviders)
  async providers() {
    return { providers: await this.clients.configured() };
  }
}
