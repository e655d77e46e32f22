import { Module } from '@nestjs/common';
import { PipelineModule } from '../attempts/pipeline.module.js';
import { HandInEvidence } from './hand-in-evidence.js';

@Module({ imports: [PipelineModule], providers: [HandInEvidence] })
export class EvidenceModule {}
