import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { EarnerEvents } from './earner-events.js';
import { EarnersHandlers } from './earners.handlers.js';
import { EarnersRepository } from './earners.repository.js';

@Module({
  imports: [PipelineModule],
  controllers: [EarnersHandlers],
  providers: [EarnersRepository, EarnerEvents],
  exports: [EarnersRepository, EarnerEvents],
})
export class EarnersModule {}
