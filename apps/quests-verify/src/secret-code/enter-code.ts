import { Injectable } from '@nestjs/common';
import { verifySecretCode, type Credit, type RequestOf } from '@questp/messages';
import { toCredit } from '../credit/submission-row.js';
import { VerifyAttempt } from '../verification/verify-attempt.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

/** Credits the right code. SECRET_CODE_WRONG; SECRET_CODE_LOCKED, for the right code too, which stays good. */
@Injectable()
export class EnterCode {
  constructor(
    private readonly verify: VerifyAttempt,
    private readonly wrongCodes: WrongCodesRepository,
  ) {}

  run({ code, ...who }: RequestOf<typeof verifySecretCode>): Promise<Credit> {
    return this.verify.run({
      via: verifySecretCode,
      who,
      inputs: { code },
      admit: (tx) => this.wrongCodes.count(tx, who),
      settle: async (tx, _, outcome) => {
        if (outcome.kind === 'pass') await this.wrongCodes.forgetLast(tx, who);
        return outcome;
      },
      reply: (_, submission) => Promise.resolve(toCredit(submission)),
    });
  }
}
