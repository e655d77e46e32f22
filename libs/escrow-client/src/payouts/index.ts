export { divide, divideGroups, type Claimant, type Division, type GroupShare, type PointsGroup } from './divide.js';
export { contractPayout, poolAmounts, settlement, type PoolAmounts, type PoolTerms } from './pool-amounts.js';
