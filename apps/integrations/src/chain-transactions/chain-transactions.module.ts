import { Module } from '@nestjs/common';
import { EgressModule } from '../platform/egress.module.js';
import { ChainTransactionsHandlers } from './chain-transactions.handlers.js';
import { chainsProvider } from './chains.js';
import { FindTransaction } from './find-transaction.js';

@Module({
  imports: [EgressModule],
  controllers: [ChainTransactionsHandlers],
  providers: [chainsProvider, FindTransaction],
})
export class ChainTransactionsModule {}
