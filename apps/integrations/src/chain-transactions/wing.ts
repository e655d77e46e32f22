import type { Wing } from '@questp/service-kit';
import { ChainNodes } from './chain-nodes.js';
import { ChainTransactionsHandlers } from './chain-transactions.handlers.js';
import { chainsProvider } from './chains.js';
import { FindTransaction } from './find-transaction.js';

export const chainTransactions: Wing = {
  controllers: [ChainTransactionsHandlers],
  providers: [chainsProvider, ChainNodes, FindTransaction],
};
