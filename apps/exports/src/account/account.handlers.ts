import { Injectable } from '@nestjs/common';
import { exportAccount } from '@questp/messages/exports';
import type { FileTicket, RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { OfferAccountExport } from './offer-account-export.js';

@Injectable()
export class AccountHandlers {
  constructor(private readonly files: OfferAccountExport) {}

  @Rpc(exportAccount)
  async export(request: RequestOf<typeof exportAccount>): Promise<FileTicket> {
    return this.files.offer(request);
  }
}
