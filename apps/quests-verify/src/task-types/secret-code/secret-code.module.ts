import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { WrongCodesModule } from './wrong-codes.module.js';
import { EnterCode } from './enter-code.js';
import { SecretCodeHandlers } from './secret-code.handlers.js';

@Module({ imports: [PipelineModule, WrongCodesModule], controllers: [SecretCodeHandlers], providers: [EnterCode] })
export class SecretCodeModule {}
