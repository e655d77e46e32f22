import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';

/** Lets running transfers finish before the database closes. */
@Injectable()
export class CloseFiles implements BeforeApplicationShutdown {
  constructor(private readonly bytesServer: BytesServer) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.bytesServer.close();
  }
}
