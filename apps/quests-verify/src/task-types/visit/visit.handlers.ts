import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { completeVisit, startVisit } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { BeginVisit } from './begin-visit.js';
import { FinishVisit } from './finish-visit.js';

@Injectable()
export class VisitHandlers {
  constructor(
    private readonly beginVisit: BeginVisit,
    private readonly finishVisit: FinishVisit,
  ) {}

  @Rpc(startVisit)
  async start(request: RequestOf<typeof startVisit>) {
    return this.beginVisit.run(request);
  }

  @Rpc(completeVisit)
  async complete(request: RequestOf<typeof completeVisit>) {
    return this.finishVisit.run(request);
  }
}
