import { hashSecret } from '@questp/service';
import { Injectable } from '@nestjs/common';
import type { redeemOAuthCode } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { FlowsRepository } from './flows.repository.js';
import { GrantsRepository, type Grant } from './grants.repository.js';

@Injectable()
export class RedeemCode {
  constructor(
    private readonly flowsRepository: FlowsRepository,
    private readonly grantsRepository: GrantsRepository,
  ) {}

  /**
   * The grant of a one-time code. OAUTH_CODE_INVALID for every cause.
   * @param projectId the project that the code must be for; null: the user's own account
   */
  async execute(
    { code, verifier, sessionId }: RequestOf<typeof redeemOAuthCode>,
    projectId: string | null = null,
  ): Promise<Grant> {
    const row = await this.flowsRepository.takeCode(hashSecret(code));
    const isOfApp = row?.challenge === hashSecret(verifier).toString('base64url');
    const isMeant = isOfApp && row.sessionId === sessionId && row.projectId === projectId;
    const grant = isMeant ? await this.grantsRepository.get(row.grantId) : undefined;
    if (grant === undefined) throw new AppError('OAUTH_CODE_INVALID');
    return grant;
  }
}
