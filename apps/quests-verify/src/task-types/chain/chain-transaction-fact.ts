import { readChainTransaction } from '@questp/messages/integrations';
import { integrationFact } from '../../verification/facts/integration-fact.js';

/** The transaction with the submitted hash. */
export const ChainTransactionFact = integrationFact({
  name: 'chainTransaction',
  contract: readChainTransaction,
  ask: ({ chainId, txHash }) => ({ chainId, txHash: txHash.toUpperCase() }),
  notFound: 'TRANSACTION_NOT_FOUND',
});
