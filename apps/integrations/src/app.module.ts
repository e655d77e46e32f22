import { Module } from '@nestjs/common';
import { ChainTransactionsModule } from './chain-transactions/chain-transactions.module.js';
import { FilesModule } from './files/files.module.js';

@Module({ imports: [ChainTransactionsModule, FilesModule] })
export class AppModule {}
