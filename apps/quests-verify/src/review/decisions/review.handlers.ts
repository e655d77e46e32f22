import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { bulkReview, decideListed, reverseSubmission, reviewSubmission, undoReview } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { DecideListed } from './decide-listed.js';
import { DecideMany } from './decide-many.js';
import { DecideSubmission } from './decide-submission.js';
import { TakeBack } from './take-back.js';

@Injectable()
export class ReviewHandlers {
  constructor(
    private readonly decideSubmission: DecideSubmission,
    private readonly many: DecideMany,
    private readonly listed: DecideListed,
    private readonly takeBack: TakeBack,
  ) {}

  @Rpc(reviewSubmission)
  async decide(request: RequestOf<typeof reviewSubmission>) {
    return this.decideSubmission.run(request);
  }

  @Rpc(bulkReview)
  async decideMany(request: RequestOf<typeof bulkReview>) {
    return this.many.run(request);
  }

  @Rpc(decideListed)
  async decideListed(request: RequestOf<typeof decideListed>) {
    return this.listed.run(request);
  }

  @Rpc(undoReview)
  async undo(request: RequestOf<typeof undoReview>) {
    return this.takeBack.undo(request);
  }

  @Rpc(reverseSubmission)
  async reverse(request: RequestOf<typeof reverseSubmission>) {
    return this.takeBack.reverse(request);
  }
}
