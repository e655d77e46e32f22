import { Controller } from '@nestjs/common';
import { getChainTransaction, type RequestOf } from '@questp/messages';
import { Rpc } from '@questp/service';
import { FindTransaction } from './find-transaction.js';

@Controller()
export class ChainTransactionsHandlers {
  constructor(private readonly findTransaction: FindTransaction) {}

  @Rpc(getChainTransaction)
  get(request: RequestOf<typeof getChainTransaction>) {
    return this.findTransaction.execute(request);
  }
}
