import { Module } from '@nestjs/common';
import { SecretCodeHandlers } from './secret-code.handlers.js';

@Module({ controllers: [SecretCodeHandlers] })
export class SecretCodeModule {}
