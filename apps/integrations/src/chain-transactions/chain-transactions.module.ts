import { Module } from '@nestjs/common';
import { EgressModule } from '../platform/egress.module.js';
import { ChainNodes } from './chain-nodes.js';
import { ChainTransactionsHandlers } from './chain-transactions.handlers.js';
import { CHAINS, chainsProvider } from './chains.js';
import { FindTransaction } from './find-transaction.js';

@Module({
  imports: [EgressModule],
  controllers: [ChainTransactionsHandlers],
  providers: [chainsProvider, ChainNodes, FindTransaction],
  exports: [CHAINS, ChainNodes],
})
export class ChainTransactionsModule {}
