import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { verifyMicroblog } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { Submit } from '../../../verification/attempts/submit.js';

@Injectable()
export class MicroblogHandlers {
  constructor(private readonly submission: Submit) {}

  @Rpc(verifyMicroblog)
  async verify(request: RequestOf<typeof verifyMicroblog>) {
    return this.submission.execute(request, verifyMicroblog);
  }
}
