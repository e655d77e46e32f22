import { Module } from '@nestjs/common';
import { PipelineModule } from '../attempts/pipeline.module.js';
import { ChainTransactions } from './chain-transactions.js';

@Module({ imports: [PipelineModule], providers: [ChainTransactions] })
export class ChainModule {}
