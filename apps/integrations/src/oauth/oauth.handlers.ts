import { Injectable } from '@nestjs/common';
import {
  beginOAuth,
  finishOAuth,
  listOAuthProviders,
  readOAuthHandle,
  redeemOAuthCode,
  startOAuthLink,
  startOAuthSignIn,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { BeginFlow } from './begin-flow.js';
import { OAuthClients } from './clients.js';
import { FinishFlow } from './finish-flow.js';
import { ReadHandle } from './read-handle.js';
import { RedeemCode } from './redeem-code.js';
import { StartFlow } from './start-flow.js';

@Injectable()
export class OAuthHandlers {
  constructor(
    private readonly startFlow: StartFlow,
    private readonly beginFlow: BeginFlow,
    private readonly finishFlow: FinishFlow,
    private readonly redeemCode: RedeemCode,
    private readonly readHandle: ReadHandle,
    private readonly clients: OAuthClients,
  ) {}

  @Rpc(startOAuthSignIn)
  startSignIn(request: RequestOf<typeof startOAuthSignIn>) {
    return this.startFlow.forSignIn(request);
  }

  @Rpc(startOAuthLink)
  startLink(request: RequestOf<typeof startOAuthLink>) {
    return this.startFlow.forLink(request);
  }

  @Rpc(beginOAuth)
  begin(request: RequestOf<typeof beginOAuth>) {
    return this.beginFlow.run(request);
  }

  @Rpc(finishOAuth)
  finish(request: RequestOf<typeof finishOAuth>) {
    return this.finishFlow.run(request);
  }

  @Rpc(redeemOAuthCode)
  async redeem(request: RequestOf<typeof redeemOAuthCode>) {
    const { provider, accountId, handle, id } = await this.redeemCode.run(request);
    return { provider, accountId, handle, grantId: id };
  }

  @Rpc(listOAuthProviders)
  async providers() {
    return { providers: await this.clients.configured() };
  }

  @Rpc(readOAuthHandle)
  handle(request: RequestOf<typeof readOAuthHandle>) {
    return this.readHandle.run(request);
  }
}
