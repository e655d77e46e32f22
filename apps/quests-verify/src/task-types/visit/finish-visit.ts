import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { completeVisit, type Completion } from '@questp/messages/quests';
import { hashSecret, Rpc } from '@questp/service';
import { toCompletion } from '../../ledger/credits/submission-row.js';
import { VISIT_COMPLETED } from './visit-rule.js';
import { VerifyAttempt } from '../../verification/attempts/verify-attempt.js';
import { VisitsRepository } from './visits.repository.js';

/**
 * Consumes the token and credits in one transaction. VISIT_TOO_SHORT: the token stays valid. VISIT_COMPLETED: it was
 * used.
 */
@Injectable()
export class FinishVisit {
  constructor(
    private readonly verifyAttempt: VerifyAttempt,
    private readonly visitsRepository: VisitsRepository,
  ) {}

  @Rpc(completeVisit)
  execute({ visitToken, ...who }: RequestOf<typeof completeVisit>): Promise<Completion> {
    return this.verifyAttempt.execute({
      completedBy: completeVisit,
      who,
      inputs: { visitToken },
      settle: async (tx, _, outcome) =>
        outcome.kind !== 'pass' || (await this.visitsRepository.consume(tx, hashSecret(visitToken)))
          ? outcome
          : VISIT_COMPLETED,
      reply: (_, submission) => Promise.resolve(toCompletion(submission)),
    });
  }
}
