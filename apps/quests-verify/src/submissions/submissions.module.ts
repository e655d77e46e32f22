import { Module } from '@nestjs/common';
import { EarnerSearchRepository } from '../earners/earner-search.repository.js';
import { PipelineModule } from '../verification/pipeline.module.js';
import { SubmissionsHandlers } from './submissions.handlers.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { Submit } from './submit.js';

@Module({
  imports: [PipelineModule],
  controllers: [SubmissionsHandlers],
  providers: [SubmissionsRepository, EarnerSearchRepository, Submit],
  exports: [SubmissionsRepository],
})
export class SubmissionsModule {}
