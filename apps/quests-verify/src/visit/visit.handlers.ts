import { Controller } from '@nestjs/common';
import { completeVisit, startVisit, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { beginVisit } from './begin-visit.js';
import { finishVisit } from './finish-visit.js';

@Controller()
export class VisitHandlers {
  constructor(private readonly db: Database) {}

  @Rpc(startVisit)
  async start(request: RequestOf<typeof startVisit>) {
    return beginVisit(this.db, request);
  }

  @Rpc(completeVisit)
  async complete(request: RequestOf<typeof completeVisit>) {
    return finishVisit(this.db, request);
  }
}
