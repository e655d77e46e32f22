import { Injectable } from '@nestjs/common';
import { connectByOAuth, type ProjectConnection } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { RedeemCode } from '../oauth/redeem-code.js';
import { KeepConnection } from './keep-connection.js';

@Injectable()
export class ConnectByOAuth {
  constructor(
    private readonly redeemCode: RedeemCode,
    private readonly keepConnection: KeepConnection,
  ) {}

  /** OAUTH_CODE_INVALID, and as KeepConnection has it. */
  @Rpc(connectByOAuth)
  async execute(request: RequestOf<typeof connectByOAuth>): Promise<ProjectConnection> {
    const { projectId, provider, userId } = request;
    const grant = await this.redeemCode.execute(request, projectId);
    if (grant.provider !== provider) throw new AppError('OAUTH_CODE_INVALID');
    const { accountId, handle, id: grantId } = grant;
    return this.keepConnection.execute({
      ...{ projectId, provider, accountId, grantId },
      ...{ name: handle, fields: {}, connectedBy: userId },
    });
  }
}
