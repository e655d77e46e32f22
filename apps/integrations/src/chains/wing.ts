import type { Wing } from '@questp/service-kit';
import { chainsProvider } from './chains.js';
import { ChainNodes } from './cosmos/chain-nodes.js';
import { ChainTransactionsHandlers } from './cosmos/chain-transactions.handlers.js';
import { FindTransaction } from './cosmos/find-transaction.js';
import { escrowChainProvider } from './escrow-key.js';

export const chains: Wing = {
  providers: [ChainTransactionsHandlers, chainsProvider, escrowChainProvider, ChainNodes, FindTransaction],
};
