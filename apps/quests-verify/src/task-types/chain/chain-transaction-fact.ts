import { readChainTransaction } from '@questp/messages';
import { integrationFact } from '../../verification/facts/integration-fact.js';
import type { TransferConfig } from './chain-transfer.js';

/** The transaction an earner names by its hash. */
export const ChainTransactionFact = integrationFact({
  name: 'chainTransaction',
  contract: readChainTransaction,
  ask: ({ config, inputs }) => ({
    chainId: (config as TransferConfig).chainId,
    txHash: (inputs as { txHash: string }).txHash.toUpperCase(),
  }),
  notFound: 'TRANSACTION_NOT_FOUND',
});
