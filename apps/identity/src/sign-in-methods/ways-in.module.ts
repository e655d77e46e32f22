import { Module } from '@nestjs/common';
import { ChainsModule } from '../shared/chains.module.js';
import { WaysInRepository } from './ways-in.repository.js';

@Module({ imports: [ChainsModule], providers: [WaysInRepository], exports: [WaysInRepository] })
export class WaysInModule {}
