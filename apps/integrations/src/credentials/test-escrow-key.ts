import { Inject, Injectable } from '@nestjs/common';
import { addressOf, type Chain } from '@questp/chains';
import type { CredentialProvider } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import type { Secret } from '@questp/vault';
import { ESCROW_CHAIN, publicKeyOf } from '../chains/escrow-key.js';
import type { Finding } from '../outbound/finding.js';
import { CredentialsRepository } from './credentials.repository.js';
import { ReadEscrowBalance } from './read-escrow-balance.js';

/** Tests a key of the escrow: derives its address and reads the account at the nodes of the chain. */
@Injectable()
export class TestEscrowKey {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly balance: ReadEscrowBalance,
    @Inject(ESCROW_CHAIN) private readonly chain: Chain,
  ) {}

  async execute(provider: CredentialProvider, mnemonic: Secret): Promise<Finding> {
    const { chainId } = this.chain;
    const [derived, row] = await Promise.all([publicKeyOf(this.chain, mnemonic), this.credentials.get(provider)]);
    if (row?.publicKey?.equals(derived) !== true) {
      return {
        outcome: 'misconfigured',
        detail: `The key was stored for another chain than ${chainId}; store it again.`,
      };
    }
    const address = addressOf(this.chain, derived);
    try {
      const { amount, denom } = await this.balance.balanceOf(address);
      if (amount !== '0') return { outcome: 'works', detail: `${address} has ${amount} ${denom} on ${chainId}.` };
      return {
        outcome: 'works',
        detail: `${address} has no ${denom} on ${chainId}; send it some for fees.`,
        isWarning: true,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'CHAIN_UNAVAILABLE') return { outcome: 'no_answer', detail: `No node of ${chainId} answers.` };
      return { outcome: 'misconfigured', detail: `No node of ${chainId} is configured; set restUrls in CHAINS.` };
    }
  }
}
