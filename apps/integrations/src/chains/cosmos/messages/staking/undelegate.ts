import { stakingReader } from './stake.js';

export const undelegate = stakingReader('undelegate', 'MsgUndelegate', 'validator_address');
