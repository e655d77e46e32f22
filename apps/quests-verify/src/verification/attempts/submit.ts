import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { submitQuest, type SubmissionDetail } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { VerifyAttempt } from './verify-attempt.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';

/**
 * Submits inputs for a type without its own route. The submission is credited, in review or pending; it replaces a
 * rejected one of the same period. WRONG_TASK_TYPE, TASK_INPUTS_INVALID.
 */
@Injectable()
export class Submit {
  constructor(
    private readonly verify: VerifyAttempt,
    private readonly submissions: SubmissionsRepository,
  ) {}

  @Rpc(submitQuest)
  execute({ idempotency, inputs, ...who }: RequestOf<typeof submitQuest>): Promise<SubmissionDetail> {
    return this.verify.execute({
      via: submitQuest,
      who,
      inputs,
      inputsAt: '/inputs',
      idempotency,
      reply: (tx, { id }) => this.submissions.getOfEarner(who.userId, id, tx),
    });
  }
}
