import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { FilesRepository } from './files.repository.js';
import { INCOMING, STORAGE, type Storage } from './storage/storage.js';

/** Removes files that are due, and what was sent of those that stay. Contents go first: what is left by a crash still has a row, which says that it is due. */
@Injectable()
export class SweepFiles {
  constructor(
    private readonly db: Database,
    private readonly files: FilesRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  sweep(): Promise<number> {
    return this.db.transaction((tx) => this.files.deleteDue(tx, (id) => this.storage.removeAll(id)));
  }

  sweepIncoming(): Promise<number> {
    return this.db.transaction((tx) => this.files.forgetIncoming(tx, (id) => this.storage.remove(id, INCOMING)));
  }
}
