export { HOST_CHAIN, HostChain } from './host-chain.js';
export type { ContractPair } from '../host/host-backend.js';
export { releasedContracts } from './released-contracts.js';
export { HostNode, type NodeBehaviour } from './host-node.js';
