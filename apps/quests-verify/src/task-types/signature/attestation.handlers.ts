import { Controller } from '@nestjs/common';
import { createAttestation, verifyAttestation, type RequestOf } from '@questp/messages';
import { Rpc } from '@questp/service';
import { IssueAttestation } from './issue-attestation.js';
import { ProveAttestation } from './prove-attestation.js';

@Controller()
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
