import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/pipeline.module.js';
import { HandInEvidence } from './hand-in-evidence.js';

@Module({ imports: [PipelineModule], providers: [HandInEvidence] })
export class EvidenceModule {}
