import { Injectable } from '@nestjs/common';
import { decodeAddress, verifyArbitrary } from '@questp/chains';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { WalletProof } from '@questp/messages/shared';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';
import { AttestationRepository } from './attestation.repository.js';

/** Verifies the submitted signature of the submitted address over the text issued for this attempt. */
@Injectable()
export class SignedText implements FactSource<'signedText'> {
  readonly name = 'signedText';
  readonly singleUse = true;

  constructor(
    private readonly attestationRepository: AttestationRepository,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  /** Consumes the nonce before any other check. */
  async gather(proof: WalletProof, { userId, questId }: FactContext): Promise<Gathered<'signedText'>> {
    const issued = await this.attestationRepository.burnNonce(proof.nonce);
    const bound =
      issued?.userId === userId &&
      issued.questId === questId &&
      issued.address === proof.address &&
      issued.chainId === proof.chainId;
    const account = bound ? this.prove(proof, issued.message) : undefined;
    return { kind: 'fact', value: account === undefined ? null : { account: Buffer.from(account).toString('hex') } };
  }

  private prove({ address, chainId, pubkey, signature }: WalletProof, message: string): Uint8Array | undefined {
    const chain = this.chainRegistry.get(chainId);
    if (!chain) return undefined;
    const proof = { address, pubkeyBase64: pubkey, signatureBase64: signature, message };
    return verifyArbitrary(chain, proof) ? decodeAddress(chain, address) : undefined;
  }
}
