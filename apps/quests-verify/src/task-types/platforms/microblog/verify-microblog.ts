import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { verifyMicroblog, type SubmissionDetail } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { Submit } from '../../../verification/attempts/submit.js';
import { LimitWrongCodes } from '../../secret-code/limit-wrong-codes.js';

/** Checks a quest at the microblog; wrong codes of a Space are limited as those of secret codes are. */
@Injectable()
export class VerifyMicroblog {
  constructor(
    private readonly submit: Submit,
    private readonly limitWrongCodes: LimitWrongCodes,
  ) {}

  @Rpc(verifyMicroblog)
  execute({ client, ...request }: RequestOf<typeof verifyMicroblog>): Promise<SubmissionDetail> {
    return this.submit.completedBy(verifyMicroblog, request, this.limitWrongCodes.of(request, client));
  }
}
