export { connect } from './cosmjs-chain.js';
export { startPlatformChain } from './platform/platform-chain.js';
