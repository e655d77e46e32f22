import { Controller, Inject } from '@nestjs/common';
import { bulkReview, reverseSubmission, reviewSubmission, undoReview, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { LOGGER, Rpc, type Logger } from '@questp/service';
import { decideMany } from './decide-many.js';
import { decideSubmission } from './decide.js';
import { reverseClaimed, undoDecision } from './take-back.js';

@Controller()
export class ReviewHandlers {
  constructor(
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Rpc(reviewSubmission)
  async decide(request: RequestOf<typeof reviewSubmission>) {
    return decideSubmission(this.db, request);
  }

  @Rpc(bulkReview)
  async decideMany(request: RequestOf<typeof bulkReview>) {
    return decideMany(this.db, this.logger, request);
  }

  @Rpc(undoReview)
  async undo(request: RequestOf<typeof undoReview>) {
    return undoDecision(this.db, request);
  }

  @Rpc(reverseSubmission)
  async reverse(request: RequestOf<typeof reverseSubmission>) {
    return reverseClaimed(this.db, request);
  }
}
