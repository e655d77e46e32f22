import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import type { exportAccount, FileTicket, RequestOf } from '@questp/messages';
import { Bus } from '@questp/service';
import { accountSections } from './account-sections.js';
import { jsonOf } from './json-of.js';

/** Hands out tickets for all that is shown of a user, which is asked for as it is fetched. */
@Injectable()
export class OfferAccountExport {
  constructor(
    private readonly bytes: BytesServer,
    private readonly bus: Bus,
  ) {}

  async offer(request: RequestOf<typeof exportAccount>): Promise<FileTicket> {
    const sections = await accountSections(this.bus, request);
    // One at a time: what is not read yet is not asked for either.
    const url = this.bytes.offer(() => Promise.resolve(Readable.from(jsonOf(sections), { highWaterMark: 1 })));
    return { url, fileName: `account-${new Date().toISOString().slice(0, 10)}.json` };
  }
}
