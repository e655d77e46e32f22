export { startPlatformChain } from './platform/platform-chain.js';
