import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/pipeline.module.js';
import { CodeHindrances } from './code-hindrances.js';
import { EnterCode } from './enter-code.js';
import { SecretCodeHandlers } from './secret-code.handlers.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

@Module({
  imports: [PipelineModule],
  controllers: [SecretCodeHandlers],
  providers: [CodeHindrances, EnterCode, WrongCodesRepository],
})
export class SecretCodeModule {}
