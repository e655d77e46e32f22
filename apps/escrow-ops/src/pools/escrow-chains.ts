import { Injectable } from '@nestjs/common';
import type { FactoryConfigResponse } from '@questp/message-schema';
import type { Chain } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { ChainRegistry, requireReleasedEscrow, type EscrowChain } from '@questp/service-kit/chains';
import { askFactoryConfig } from '../chain/contracts/ask-contracts.js';
import { AgreedReads } from '../chain/nodes/agreed-reads.js';
import type { ChainNode } from '../chain/nodes/chain-node.js';
import { NoAgreement } from '../chain/nodes/node-answers.js';
import { deploymentDifferences } from './factory-rules.js';

/** Chains on which pools can be funded. */
@Injectable()
export class EscrowChains {
  constructor(
    private readonly chainRegistry: ChainRegistry,
    private readonly agreedReads: AgreedReads,
  ) {}

  /** CHAIN_NOT_CONFIGURED; ESCROW_NOT_RELEASED on a mainnet. */
  require(chainId: string): EscrowChain {
    return requireReleasedEscrow(this.chainRegistry.get(chainId));
  }

  /**
   * Configuration of the factory, and what else `read` asks at the same height.
   * CHAIN_UNAVAILABLE; CHAIN_NOT_CONFIGURED if the factory differs from the recorded deployment.
   */
  async readFactory<More>(
    chain: EscrowChain,
    read: (node: ChainNode, height: number) => Promise<More>,
  ): Promise<{ config: FactoryConfigResponse; more: More }> {
    const value = await this.read(chain, async (node, height) => {
      const [config, more] = await Promise.all([
        askFactoryConfig(node, chain.escrow.factory, height),
        read(node, height),
      ]);
      return { config, more };
    });
    const differences = deploymentDifferences(chain.escrow, value.config);
    if (differences.length === 0) return value;
    const detail = `The factory differs from the recorded deployment: ${differences.join(', ')}.`;
    throw new AppError('CHAIN_NOT_CONFIGURED', { detail });
  }

  /** Configuration of a factory, whether or not it is the recorded one. CHAIN_NOT_CONFIGURED, CHAIN_UNAVAILABLE */
  readConfig(chainId: string, factory: string): Promise<FactoryConfigResponse> {
    const chain = this.chainRegistry.get(chainId);
    if (chain === undefined) throw new AppError('CHAIN_NOT_CONFIGURED');
    return this.read(chain, (node, height) => askFactoryConfig(node, factory, height));
  }

  /** CHAIN_UNAVAILABLE */
  private async read<Value>(chain: Chain, read: (node: ChainNode, height: number) => Promise<Value>): Promise<Value> {
    try {
      return (await this.agreedReads.read(chain, read)).value;
    } catch (error) {
      throw error instanceof NoAgreement ? new AppError('CHAIN_UNAVAILABLE') : error;
    }
  }
}
