import { Injectable } from '@nestjs/common';
import type { Contract, RequestOf } from '@questp/messages/language';
import {
  submitQuest,
  verifyChatcomm,
  verifyMessenger,
  type PlatformCheckRequest,
  type SubmissionDetail,
} from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { VerifyAttempt, type Attempt } from './verify-attempt.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';

/**
 * Submits inputs for a type whose route adds nothing of its own. The submission is credited, in review or pending; it
 * replaces a rejected one of the same period. WRONG_TASK_TYPE, TASK_INPUTS_INVALID.
 */
@Injectable()
export class Submit {
  constructor(
    private readonly verifyAttempt: VerifyAttempt,
    private readonly submissionsRepository: SubmissionsRepository,
  ) {}

  @Rpc(submitQuest)
  execute(request: RequestOf<typeof submitQuest>): Promise<SubmissionDetail> {
    return this.completedBy(submitQuest, request);
  }

  @Rpc(verifyChatcomm)
  verifyChatcomm(request: RequestOf<typeof verifyChatcomm>): Promise<SubmissionDetail> {
    return this.completedBy(verifyChatcomm, request);
  }

  @Rpc(verifyMessenger)
  verifyMessenger(request: RequestOf<typeof verifyMessenger>): Promise<SubmissionDetail> {
    return this.completedBy(verifyMessenger, request);
  }

  /** @param limits of the family, if it limits attempts */
  completedBy(
    completedBy: Contract,
    { idempotency, inputs = {}, ...who }: PlatformCheckRequest,
    limits: Pick<Attempt<never>, 'admit' | 'settle'> = {},
  ): Promise<SubmissionDetail> {
    return this.verifyAttempt.execute({
      completedBy,
      who,
      inputs,
      inputsAt: '/inputs',
      idempotency,
      ...limits,
      reply: (tx, { id }) => this.submissionsRepository.getOfEarner(who.userId, id, tx),
    });
  }
}
