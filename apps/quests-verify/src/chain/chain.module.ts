import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/pipeline.module.js';
import { ChainTransactions } from './chain-transactions.js';

@Module({ imports: [PipelineModule], providers: [ChainTransactions] })
export class ChainModule {}
