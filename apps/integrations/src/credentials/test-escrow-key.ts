import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import type { Chain, CredentialProvider } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { Secret } from '@questp/vault';
import { publicKeyOf } from '../chains/escrow-key.js';
import type { Finding } from '../outbound/finding.js';
import { CredentialsRepository } from './credentials.repository.js';
import { ReadEscrowBalance } from './read-escrow-balance.js';

/** Tests an escrow key: derives its public key and reads its balance on every enabled chain with an escrow deployment. */
@Injectable()
export class TestEscrowKey {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly balance: ReadEscrowBalance,
    private readonly chains: ChainRegistry,
  ) {}

  /** A finding per chain. */
  async execute(provider: CredentialProvider, mnemonic: Secret): Promise<Finding[]> {
    const [derived, row] = await Promise.all([publicKeyOf(mnemonic), this.credentials.get(provider)]);
    if (row?.publicKey?.equals(derived) !== true) {
      return [{ outcome: 'misconfigured', detail: 'The stored public key is of another key; store the key again.' }];
    }
    const deployed = this.chains.list().filter(({ enabled, escrow }) => enabled && escrow !== null);
    if (deployed.length === 0) {
      return [{ outcome: 'works', detail: 'No enabled chain has an escrow deployment.' }];
    }
    return Promise.all(deployed.map((chain) => this.on(chain, addressOf(chain, derived))));
  }

  private async on(chain: Chain, address: string): Promise<Finding> {
    const { chainId } = chain;
    try {
      const { amount, denom } = await this.balance.balanceOf(chain, address);
      if (amount !== '0') return { outcome: 'works', detail: `${address} has ${amount} ${denom} on ${chainId}.` };
      const detail = `${address} has no ${denom} on ${chainId}; send it some for fees.`;
      return { outcome: 'works', detail, isWarning: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { outcome: error.code === 'CHAIN_UNAVAILABLE' ? 'no_answer' : 'misconfigured', detail: error.message };
    }
  }
}
