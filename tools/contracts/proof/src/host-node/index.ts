export { HOST_CHAIN, HostChain } from './host-chain.js';
export { HostNode, type NodeBehaviour } from './host-node.js';
