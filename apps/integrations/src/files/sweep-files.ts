import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import { FilesRepository, type InStore } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';
import { INCOMING, type Storage } from './storage/storage.js';

/**
 * Deletes files that are due, and leftover uploads of those that stay. Contents are deleted before their row, so that the
 * next sweep finds what a crash left behind.
 */
@Injectable()
export class SweepFiles {
  constructor(
    private readonly database: Database,
    private readonly filesRepository: FilesRepository,
    private readonly fileStores: FileStores,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<number> {
    return this.inEach(await this.filesRepository.storesOfDue(), (tx, where, storage) =>
      this.filesRepository.deleteDue(tx, where, (id) => storage.removeAll(id)),
    );
  }

  async sweepIncoming(): Promise<number> {
    return this.inEach(await this.filesRepository.storesOfIncoming(), (tx, where, storage) =>
      this.filesRepository.forgetIncoming(tx, where, (id) => storage.remove(id, INCOMING)),
    );
  }

  /** A failure leaves the files of a store to the next sweep, and does not stop the other stores. */
  private async inEach(
    places: InStore[],
    work: (tx: Tx, where: InStore, storage: Storage) => Promise<number>,
  ): Promise<number> {
    let count = 0;
    for (const where of places) {
      try {
        const storage = await this.fileStores.of(where);
        count += await this.database.transaction((tx) => work(tx, where, storage));
      } catch (error) {
        this.logger.warn({ err: error, ...where }, 'files that are due stay where they are kept for now');
      }
    }
    return count;
  }
}
