import { Injectable } from '@nestjs/common';
import { TestCredential } from '../../credentials/test-credential.js';
import { FileStores } from './file-stores.js';
import type { Finding } from '../../outbound/finding.js';
import type { SetupCheck } from '../../description/hooks.js';

/** Checks the storage of new files: lists the bucket, or writes to the directory. */
@Injectable()
export class CheckFileStorage implements SetupCheck {
  constructor(
    private readonly fileStores: FileStores,
    private readonly testCredential: TestCredential,
  ) {}

  async execute(): Promise<Finding> {
    const bucket = await this.testCredential.test('object_storage');
    if (bucket.outcome !== 'not_set') return bucket;
    return this.fileStores.requireUsable().then(
      () => ({ outcome: 'works', detail: 'The directory of uploaded files can be written to.' }),
      () => ({
        outcome: 'refused',
        detail: 'The directory of uploaded files cannot be written to; check FILES_DIR and the free space.',
      }),
    );
  }
}
