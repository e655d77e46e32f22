import { Module } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { ChainTransactionsHandlers } from './chain-transactions.handlers.js';
import { chainsProvider } from './chains.js';
import { FindTransaction } from './find-transaction.js';

@Module({
  controllers: [ChainTransactionsHandlers],
  providers: [chainsProvider, Egress, FindTransaction],
})
export class ChainTransactionsModule {}
