export { PREFIX, testAccount, type TestAccount } from './accounts.js';
export { STAKE_DENOM, type Coin, type GenesisAccount } from './node/genesis.js';
export { startChain, type ChainOptions, type TestChain } from './node/start-chain.js';
export { chainMissing, locateWasmd, referenceContract, type Wasmd } from './wasmd/binary.js';
