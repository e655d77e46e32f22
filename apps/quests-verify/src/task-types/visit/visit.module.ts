import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { BeginVisit } from './begin-visit.js';
import { FinishVisit } from './finish-visit.js';
import { VisitSource } from './visit-source.js';
import { VisitHandlers } from './visit.handlers.js';
import { VisitsRepository } from './visits.repository.js';

@Module({
  imports: [PipelineModule],
  controllers: [VisitHandlers],
  providers: [BeginVisit, FinishVisit, VisitSource, VisitsRepository],
})
export class VisitModule {}
