import { Injectable } from '@nestjs/common';
import { AppError, type ProvenAccount, type redeemOAuthCode, type RequestOf } from '@questp/messages';
import { FlowsRepository } from './flows.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { sha256 } from './secrets.js';

@Injectable()
export class RedeemCode {
  constructor(
    private readonly flows: FlowsRepository,
    private readonly grants: GrantsRepository,
  ) {}

  /** OAUTH_CODE_INVALID for every cause. */
  async run({ code, verifier, sessionId }: RequestOf<typeof redeemOAuthCode>): Promise<ProvenAccount> {
    const row = await this.flows.takeCode(sha256(code));
    const isOfApp = row?.challenge === sha256(verifier).toString('base64url');
    const grant = row && isOfApp && row.sessionId === sessionId ? await this.grants.get(row.grantId) : undefined;
    if (grant === undefined) throw new AppError('OAUTH_CODE_INVALID');
    const { provider, accountId, handle, id } = grant;
    return { provider, accountId, handle, grantId: id };
  }
}
