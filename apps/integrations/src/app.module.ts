import { Module } from '@nestjs/common';
import { ChainTransactionsModule } from './chain-transactions/chain-transactions.module.js';

@Module({ imports: [ChainTransactionsModule] })
export class AppModule {}
