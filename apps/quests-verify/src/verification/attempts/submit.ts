import { Injectable } from '@nestjs/common';
import type { Contract, RequestOf } from '@questp/messages/language';
import {
  submitQuest,
  verifyChatcomm,
  verifyMessenger,
  verifyMicroblog,
  type PlatformCheckRequest,
  type SubmissionDetail,
} from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { VerifyAttempt } from './verify-attempt.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';

/**
 * Submits inputs for a type whose route adds nothing of its own. The submission is credited, in review or pending; it
 * replaces a rejected one of the same period. WRONG_TASK_TYPE, TASK_INPUTS_INVALID.
 */
@Injectable()
export class Submit {
  constructor(
    private readonly verify: VerifyAttempt,
    private readonly submissions: SubmissionsRepository,
  ) {}

  @Rpc(submitQuest)
  execute(request: RequestOf<typeof submitQuest>): Promise<SubmissionDetail> {
    return this.submit(submitQuest, request);
  }

  @Rpc(verifyMicroblog)
  verifyMicroblog(request: RequestOf<typeof verifyMicroblog>): Promise<SubmissionDetail> {
    return this.submit(verifyMicroblog, request);
  }

  @Rpc(verifyChatcomm)
  verifyChatcomm(request: RequestOf<typeof verifyChatcomm>): Promise<SubmissionDetail> {
    return this.submit(verifyChatcomm, request);
  }

  @Rpc(verifyMessenger)
  verifyMessenger(request: RequestOf<typeof verifyMessenger>): Promise<SubmissionDetail> {
    return this.submit(verifyMessenger, request);
  }

  private submit(via: Contract, { idempotency, inputs = {}, ...who }: PlatformCheckRequest): Promise<SubmissionDetail> {
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
