import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { FilesRepository } from './files.repository.js';

/** Moves files with a merge of accounts, and releases those of deleted accounts. */
@Injectable()
export class FileEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(filesRepository: FilesRepository) {
    this.handlers = {
      'account.merged': (tx, { data }) => filesRepository.merge(tx, data),
      'account.merge_undone': (tx, { data }) => filesRepository.giveBack(tx, data),
      'account.deleted': (tx, { data }) => filesRepository.giveUpAll(tx, data.userId),
    };
  }
}
