export { connect } from './cosmjs-chain.js';
export { LOCAL_GAS_PRICE } from './local-chain.js';
export { keyPairOf } from './private-key.js';
export { startPlatformChain } from './platform/platform-chain.js';
export { sendCoins } from './platform/send-coins.js';
