import { Injectable } from '@nestjs/common';
import { checkPool } from '@questp/messages/escrow';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import type { ChainNode } from '../chain/nodes/chain-node.js';
import { EscrowChains } from './escrow-chains.js';
import { poolProblems, type AssetFacts, type CheckedPool } from './factory-rules.js';

@Injectable()
export class CheckPool {
  constructor(private readonly escrowChains: EscrowChains) {}

  @Rpc(checkPool)
  async execute(pool: RequestOf<typeof checkPool>): Promise<ReplyOf<typeof checkPool>> {
    const chain = this.escrowChains.require(pool.chainId);
    const { config, more } = await this.escrowChains.readFactory(chain, (node, height) => askAsset(node, pool, height));
    return { feeBps: chain.escrow.feeBps, problems: poolProblems(pool, config, more) };
  }
}

async function askAsset(node: ChainNode, { assetKind, denom }: CheckedPool, height: number): Promise<AssetFacts> {
  if (assetKind === 'cw20') return { codeChecksum: await node.codeChecksum(denom, height), hasSupply: null };
  return { codeChecksum: null, hasSupply: (await node.supply(denom, height)) > 0n };
}
