import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { verifyEmailLink, type Credit } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { toCredit } from '../../ledger/credits/submission-row.js';
import { VerifyAttempt } from '../../verification/attempts/verify-attempt.js';

/**
 * Credits a verified address, which completes the quest for one account.
 * EMAIL_CODE_INVALID, EMAIL_DOMAIN_NOT_ALLOWED, EMAIL_MISSING, SUBJECT_ALREADY_USED, TASK_INPUTS_INVALID
 */
@Injectable()
export class VerifyEmail {
  constructor(private readonly verifyAttempt: VerifyAttempt) {}

  @Rpc(verifyEmailLink)
  execute({ code, useLinkedEmail, ...who }: RequestOf<typeof verifyEmailLink>): Promise<Credit> {
    return this.verifyAttempt.execute({
      completedBy: verifyEmailLink,
      who,
      inputs: { ...(code !== undefined && { code }), ...(useLinkedEmail !== undefined && { useLinkedEmail }) },
      reply: (_, submission) => Promise.resolve(toCredit(submission)),
    });
  }
}
