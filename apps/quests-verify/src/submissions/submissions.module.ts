import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/pipeline.module.js';
import { SubmissionsHandlers } from './submissions.handlers.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { Submit } from './submit.js';

@Module({
  imports: [PipelineModule],
  controllers: [SubmissionsHandlers],
  providers: [SubmissionsRepository, Submit],
  exports: [SubmissionsRepository],
})
export class SubmissionsModule {}
