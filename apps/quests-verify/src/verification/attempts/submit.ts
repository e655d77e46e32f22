import { Injectable } from '@nestjs/common';
import type { Contract } from '@questp/messages/language';
import { submitQuest, type SubmissionDetail, type PlatformCheckRequest } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { VerifyAttempt } from './verify-attempt.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';

/**
 * Submits inputs for a type whose route adds nothing of its own. The submission is credited, in review or pending; it replaces a
 * rejected one of the same period. WRONG_TASK_TYPE, TASK_INPUTS_INVALID.
 */
@Injectable()
export class Submit {
  constructor(
    private readonly verify: VerifyAttempt,
    private readonly submissions: SubmissionsRepository,
  ) {}

  /** @param via contract of the request */
  @Rpc(submitQuest)
  execute(
    { idempotency, inputs = {}, ...who }: PlatformCheckRequest,
    via: Contract = submitQuest,
  ): Promise<SubmissionDetail> {
    return this.verify.execute({
      via,
      who,
      inputs,
      inputsAt: '/inputs',
      idempotency,
      reply: (tx, { id }) => this.submissions.getOfEarner(who.userId, id, tx),
    });
  }
}
