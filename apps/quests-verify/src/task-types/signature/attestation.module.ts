import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { WalletsModule } from '../../verification/facts/wallets.module.js';
import { AttestationHandlers } from './attestation.handlers.js';
import { AttestationRepository } from './attestation.repository.js';
import { IssueAttestation } from './issue-attestation.js';
import { ProveAttestation } from './prove-attestation.js';
import { SignedText } from './signed-text.js';

@Module({
  imports: [PipelineModule, WalletsModule],
  controllers: [AttestationHandlers],
  providers: [AttestationRepository, IssueAttestation, ProveAttestation, SignedText],
})
export class AttestationModule {}
