import type { Wing } from '@questp/service-kit';
import { CheckChain } from './checks/check-chain.js';
import { ChainNodes } from './cosmos/chain-nodes.js';
import { FindTransaction } from './cosmos/find-transaction.js';
import { ChainsRepository } from './records/chains.repository.js';
import { ConfiguredChains } from './records/configured-chains.js';
import { CreateChain } from './records/create-chain.js';
import { UpdateChain } from './records/update-chain.js';

export const chains: Wing = {
  providers: [ChainNodes, CheckChain, FindTransaction, ChainsRepository, ConfiguredChains, CreateChain, UpdateChain],
};
