import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { createAttestation, verifyAttestation } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { IssueAttestation } from './issue-attestation.js';
import { ProveAttestation } from './prove-attestation.js';

@Injectable()
export class AttestationHandlers {
  constructor(
    private readonly issueAttestation: IssueAttestation,
    private readonly proveAttestation: ProveAttestation,
  ) {}

  @Rpc(createAttestation)
  async challenge(request: RequestOf<typeof createAttestation>) {
    return this.issueAttestation.run(request);
  }

  @Rpc(verifyAttestation)
  async verify(request: RequestOf<typeof verifyAttestation>) {
    return this.proveAttestation.run(request);
  }
}
