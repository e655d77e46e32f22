import { Module } from '@nestjs/common';
import { AttestationModule } from '../attestation/attestation.module.js';
import { SubmissionsHandlers } from './submissions.handlers.js';

@Module({ imports: [AttestationModule], controllers: [SubmissionsHandlers] })
export class SubmissionsModule {}
