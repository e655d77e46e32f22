import { Controller, Inject } from '@nestjs/common';
import { type ChainRegistry } from '@questp/chains';
import { createAttestation, verifyAttestation, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import { type Config } from '../platform/config.js';
import { CHAINS } from './chains.js';
import { issueAttestation } from './issue-attestation.js';
import { LinkedWallets } from './linked-wallets.js';
import { proveAttestation } from './prove-attestation.js';

@Controller()
export class AttestationHandlers {
  private readonly parts;

  constructor(
    db: Database,
    linkedWallets: LinkedWallets,
    @Inject(CHAINS) chains: ChainRegistry,
    @Inject(CONFIG) config: Config,
  ) {
    this.parts = { db, linkedWallets, chains, appUrl: config.APP_URL };
  }

  @Rpc(createAttestation)
  async challenge(request: RequestOf<typeof createAttestation>) {
    return issueAttestation(this.parts, request);
  }

  @Rpc(verifyAttestation)
  async verify(request: RequestOf<typeof verifyAttestation>) {
    return proveAttestation(this.parts, request);
  }
}
