import { chainsProvider } from '@questp/chains/provider';
import type { Wing } from '@questp/service-kit';
import { ChainNodes } from './cosmos/chain-nodes.js';
import { FindTransaction } from './cosmos/find-transaction.js';
import { escrowChainProvider } from './escrow-key.js';

export const chains: Wing = {
  providers: [chainsProvider, escrowChainProvider, ChainNodes, FindTransaction],
};
