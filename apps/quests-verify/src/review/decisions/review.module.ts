import { Module } from '@nestjs/common';
import { AuditModule } from '../../studio/audit/audit.module.js';
import { SubmissionsModule } from '../../verification/attempts/submissions.module.js';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { DecideListed } from './decide-listed.js';
import { DecideMany } from './decide-many.js';
import { DecideSubmission } from './decide-submission.js';
import { ListedRepository } from './listed.repository.js';
import { ReviewHandlers } from './review.handlers.js';
import { ReviewRepository } from './review.repository.js';
import { TakeBack } from './take-back.js';

@Module({
  imports: [AuditModule, PipelineModule, SubmissionsModule],
  controllers: [ReviewHandlers],
  providers: [DecideListed, DecideMany, DecideSubmission, ListedRepository, ReviewRepository, TakeBack],
})
export class ReviewModule {}
