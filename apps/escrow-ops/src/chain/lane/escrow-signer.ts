import { Injectable } from '@nestjs/common';
import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { Bus } from '@questp/service';
import type { LaneSigner } from './lane-signer.js';
import type { LaneKey } from './lanes.repository.js';

/** Signs with the escrow keys, which integrations keeps and uses only for the purpose of each key. */
@Injectable()
export class EscrowSigner implements LaneSigner {
  constructor(private readonly bus: Bus) {}

  /** ESCROW_KEY_MISSING */
  async publicKey(key: LaneKey): Promise<Uint8Array> {
    const { publicKey } = await this.bus.call(readEscrowPublicKey, { provider: key });
    return Buffer.from(publicKey, 'base64');
  }

  /** CHAIN_NOT_CONFIGURED, ESCROW_KEY_MISSING, SIGNING_REFUSED */
  async sign(chainId: string, key: LaneKey, bytes: Uint8Array): Promise<Uint8Array> {
    const request = { provider: key, chainId, bytes: Buffer.from(bytes).toString('base64') };
    const { signature } = await this.bus.call(signWithEscrowKey, request);
    return Buffer.from(signature, 'base64');
  }
}
