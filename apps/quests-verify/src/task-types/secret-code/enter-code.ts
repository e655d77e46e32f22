import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { verifySecretCode, type Credit } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { toCredit } from '../../ledger/credits/submission-row.js';
import { VerifyAttempt } from '../../verification/attempts/verify-attempt.js';
import { LimitWrongCodes } from './limit-wrong-codes.js';

/**
 * Credits the right code. SECRET_CODE_WRONG; SECRET_CODE_LOCKED, also for the right code, which can be entered again
 * later.
 */
@Injectable()
export class EnterCode {
  constructor(
    private readonly verifyAttempt: VerifyAttempt,
    private readonly limitWrongCodes: LimitWrongCodes,
  ) {}

  @Rpc(verifySecretCode)
  execute({ code, client, ...who }: RequestOf<typeof verifySecretCode>): Promise<Credit> {
    return this.verifyAttempt.execute({
      completedBy: verifySecretCode,
      who,
      inputs: { code },
      ...this.limitWrongCodes.of(who, client),
      reply: (_, submission) => Promise.resolve(toCredit(submission)),
    });
  }
}
