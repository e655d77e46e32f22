import { Module } from '@nestjs/common';
import { EarnerSearchRepository } from '../../people/earners/earner-search.repository.js';
import { PipelineModule } from './pipeline.module.js';
import { SubmissionsHandlers } from './submissions.handlers.js';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';
import { Submit } from './submit.js';

@Module({
  imports: [PipelineModule],
  controllers: [SubmissionsHandlers],
  providers: [SubmissionsRepository, EarnerSearchRepository, Submit],
  exports: [SubmissionsRepository],
})
export class SubmissionsModule {}
