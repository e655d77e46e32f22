import { stakingReader } from './stake.js';

export const cancelUnbonding = stakingReader('cancel_unbonding', 'MsgCancelUnbondingDelegation', 'validator_address');
