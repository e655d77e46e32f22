import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { CodeHindrances } from './code-hindrances.js';
import { LimitWrongCodes } from './limit-wrong-codes.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

@Module({
  imports: [PipelineModule],
  providers: [CodeHindrances, LimitWrongCodes, WrongCodesRepository],
  exports: [LimitWrongCodes],
})
export class WrongCodesModule {}
