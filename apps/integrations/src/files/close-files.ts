import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { FileStores } from './storage/file-stores.js';

/** Contents that are being sent end first. */
@Injectable()
export class CloseFiles implements OnApplicationShutdown {
  constructor(
    private readonly bytes: BytesServer,
    private readonly stores: FileStores,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.bytes.close();
    await this.stores.close();
  }
}
