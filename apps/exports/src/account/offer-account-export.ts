import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import { exportAccount } from '@questp/messages/exports';
import type { FileTicket, RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Bus, Rpc } from '@questp/service';
import { accountSections } from './account-sections.js';
import { jsonOf } from './json-of.js';

/** Exports of one user at a time. */
const PER_CALLER = LIMITS.accountExportReads.max;

/** Issues tickets for the export of an account, whose contents are requested while the file is fetched. */
@Injectable()
export class OfferAccountExport {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly bytesServer: BytesServer,
    private readonly bus: Bus,
  ) {}

  @Rpc(exportAccount)
  async execute(request: RequestOf<typeof exportAccount>): Promise<FileTicket> {
    const fileName = `account-${new Date().toISOString().slice(0, 10)}.json`;
    const giveBack = this.readers.admit(request.reader);
    if (giveBack === undefined) return { fileName };
    try {
      const sections = await accountSections(this.bus, request);
      // The next item is requested only after the client has read this one, so that memory stays bounded.
      const open = () => Promise.resolve(Readable.from(jsonOf(sections), { highWaterMark: 1 }));
      return { fileName, url: this.bytesServer.offer(giveBack, open) };
    } catch (error) {
      giveBack();
      throw error;
    }
  }
}
