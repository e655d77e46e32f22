import { stakingReader } from './stake.js';

export const delegate = stakingReader('delegate', 'MsgDelegate', 'validator_address');
