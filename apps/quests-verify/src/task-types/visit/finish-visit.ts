import { Injectable } from '@nestjs/common';
import { completeVisit, type Completion, type RequestOf } from '@questp/messages';
import { toCompletion } from '../../ledger/credits/submission-row.js';
import { VISIT_COMPLETED } from './visit-rule.js';
import { VerifyAttempt } from '../../verification/attempts/verify-attempt.js';
import { visitTokenHash } from './visit-token.js';
import { VisitsRepository } from './visits.repository.js';

/** Uses the token up and credits together. VISIT_TOO_SHORT leaves the token good; a used one is VISIT_COMPLETED. */
@Injectable()
export class FinishVisit {
  constructor(
    private readonly verify: VerifyAttempt,
    private readonly visits: VisitsRepository,
  ) {}

  run({ visitToken, ...who }: RequestOf<typeof completeVisit>): Promise<Completion> {
    return this.verify.run({
      via: completeVisit,
      who,
      inputs: { visitToken },
      settle: async (tx, _, outcome) =>
        outcome.kind !== 'pass' || (await this.visits.consume(tx, visitTokenHash(visitToken)))
          ? outcome
          : VISIT_COMPLETED,
      reply: (_, submission) => Promise.resolve(toCompletion(submission)),
    });
  }
}
