export { divide, type Claimant, type Division } from './divide.js';
export { contractPayout, poolAmounts, settlement, type PoolAmounts, type PoolTerms } from './pool-amounts.js';
