import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { CopyOut } from '@questp/postgres/copy-out';
import { CONFIG } from '@questp/service';
import type { Config } from './config.js';

export const copiesProvider = {
  provide: CopyOut,
  inject: [CONFIG],
  useFactory: ({ DATABASE_URL, EXPORTS_AT_ONCE }: Config & { DATABASE_URL: string }) =>
    // One more, so that a request beyond the maximum is refused at once.
    new CopyOut(DATABASE_URL, { schema: 'exports', poolSize: EXPORTS_AT_ONCE + 1 }),
};

/** Waits for running exports to end. */
@Injectable()
export class CloseCopies implements OnApplicationShutdown {
  constructor(
    private readonly bytesServer: BytesServer,
    private readonly copyOut: CopyOut,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.bytesServer.close();
    await this.copyOut.close();
  }
}
