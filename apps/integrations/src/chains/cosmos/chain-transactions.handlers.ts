import { Injectable } from '@nestjs/common';
import { readChainTransaction } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { FindTransaction } from './find-transaction.js';

@Injectable()
export class ChainTransactionsHandlers {
  constructor(private readonly findTransaction: FindTransaction) {}

  @Rpc(readChainTransaction)
  get(request: RequestOf<typeof readChainTransaction>) {
    return this.findTransaction.execute(request);
  }
}
