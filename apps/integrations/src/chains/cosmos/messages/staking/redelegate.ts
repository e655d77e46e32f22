import { stakingReader } from './stake.js';

export const redelegate = stakingReader(
  'redelegate',
  'MsgBeginRedelegate',
  'validator_dst_address',
  'validator_src_address',
);
