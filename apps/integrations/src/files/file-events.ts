import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { FilesRepository } from './files.repository.js';

/** What the service listens to: whose files are another's, or nobody's. */
@Injectable()
export class FileEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(files: FilesRepository) {
    this.handlers = {
      'account.merged': (tx, { data }) => files.merge(tx, data),
      'account.merge_undone': (tx, { data }) => files.giveBack(tx, data),
      'account.deleted': (tx, { data }) => files.giveUpAll(tx, data.userId),
    };
  }
}
