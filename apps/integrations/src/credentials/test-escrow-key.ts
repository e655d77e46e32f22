import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import { Egress } from '@questp/egress';
import type { Chain, EscrowKey } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { newId } from '@questp/postgres';
import { ChainRegistry } from '@questp/service-kit/chains';
import { signWithKey, type StoredKey } from '../chains/escrow-key.js';
import type { Finding } from '../outbound/finding.js';
import { ReadEscrowBalance } from './read-escrow-balance.js';

/** Tests an escrow key: signs a text with it and reads its balance on every enabled chain with an escrow deployment. */
@Injectable()
export class TestEscrowKey {
  constructor(
    private readonly readEscrowBalance: ReadEscrowBalance,
    private readonly chainRegistry: ChainRegistry,
    private readonly egress: Egress,
  ) {}

  /** A finding per chain. */
  async execute(role: EscrowKey, key: StoredKey): Promise<Finding[]> {
    const bytes = Buffer.from(`questp signer test ${newId()}`);
    try {
      await signWithKey(this.egress, key, { role, kind: 'test', chainId: null, bytes });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const outcome = error.code === 'SERVICE_UNAVAILABLE' ? 'no_answer' : 'misconfigured';
      return [{ outcome, detail: error.message }];
    }
    const deployed = this.chainRegistry.list().filter(({ enabled, escrow }) => enabled && escrow !== null);
    if (deployed.length === 0) {
      return [{ outcome: 'works', detail: 'No enabled chain has an escrow deployment.' }];
    }
    return Promise.all(deployed.map((chain) => this.on(chain, addressOf(chain, key.publicKey))));
  }

  private async on(chain: Chain, address: string): Promise<Finding> {
    const { chainId } = chain;
    try {
      const { amount, denom } = await this.readEscrowBalance.balanceOf(chain, address);
      if (amount !== '0') return { outcome: 'works', detail: `${address} has ${amount} ${denom} on ${chainId}.` };
      const detail = `${address} has no ${denom} on ${chainId}; send it some for fees.`;
      return { outcome: 'works', detail, isWarning: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { outcome: error.code === 'CHAIN_UNAVAILABLE' ? 'no_answer' : 'misconfigured', detail: error.message };
    }
  }
}
