import type { Wing } from '@questp/service-kit';
import { CheckChain } from './checks/check-chain.js';
import { ChainChoices } from './choices/chain-choices.js';
import { ChainNodes } from './cosmos/chain-nodes.js';
import { DestinationChains } from './cosmos/destination-chains.js';
import { FindTransactions } from './cosmos/find-transactions.js';
import { SearchTransactions } from './cosmos/search-transactions.js';
import { ChainsRepository } from './records/chains.repository.js';
import { ConfiguredChains } from './records/configured-chains.js';
import { CreateChain } from './records/create-chain.js';
import { UpdateChain } from './records/update-chain.js';

export const chains: Wing = {
  providers: [
    ChainChoices,
    ChainNodes,
    CheckChain,
    DestinationChains,
    FindTransactions,
    SearchTransactions,
    ChainsRepository,
    ConfiguredChains,
    CreateChain,
    UpdateChain,
  ],
};
