import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/pipeline.module.js';
import { Housekeeping } from './housekeeping.js';
import { HousekeepingRepository } from './housekeeping.repository.js';

@Module({ imports: [PipelineModule], providers: [Housekeeping, HousekeepingRepository] })
export class HousekeepingModule {}
