import { messageErrors } from '@questp/messages/language';
import { RewardPool } from '@questp/messages/quests';
import { rewardPoolErrors } from './reward-pool.js';

const MAX = (2n ** 128n - 1n).toString();
const pool: RewardPool = {
  mode: 'automatic',
  chainId: 'cosmoshub-4',
  denom: 'uatom',
  symbol: 'ATOM',
  decimals: 6,
  totalAmount: '1000',
  minPayout: null,
  maxPayout: null,
};
const pointers = (change: Record<string, unknown>) => {
  const changed = { ...pool, ...change };
  const errors = messageErrors(RewardPool, changed);
  return (errors.length > 0 ? errors : rewardPoolErrors(changed)).map(({ pointer }) => pointer);
};

describe('reward pool', () => {
  it.each([
    ['without bounds', {}],
    ['with the largest amount', { totalAmount: MAX, minPayout: MAX, maxPayout: MAX }],
    ['with equal bounds', { minPayout: '5', maxPayout: '5' }],
    ['of an ibc denom', { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2' }],
    ['without decimals', { decimals: 0 }],
  ])('accepts one %s', (_, change) => expect(pointers(change)).toEqual([]));

  it.each([
    ['2^128', { totalAmount: (2n ** 128n).toString() }, '/rewardPool/totalAmount'],
    ['a maximum above the total', { maxPayout: '1001' }, '/rewardPool/maxPayout'],
    ['a minimum above the maximum', { minPayout: '6', maxPayout: '5' }, '/rewardPool/minPayout'],
    ['a minimum above the total', { minPayout: '1001' }, '/rewardPool/minPayout'],
    ['a number', { totalAmount: 1000 }, '/totalAmount'],
    ['nothing', { totalAmount: '0' }, '/totalAmount'],
    ['a leading zero', { totalAmount: '01' }, '/totalAmount'],
    ['a sign', { totalAmount: '-5' }, '/totalAmount'],
    ['a fraction', { totalAmount: '1.5' }, '/totalAmount'],
    ['an exponent', { totalAmount: '1e3' }, '/totalAmount'],
    ['40 digits', { totalAmount: '1'.repeat(40) }, '/totalAmount'],
    ['19 decimals', { decimals: 19 }, '/decimals'],
    ['half a decimal', { decimals: 0.5 }, '/decimals'],
    ['an unknown mode', { mode: 'later' }, '/mode'],
    ['a denom with a space', { denom: 'u atom' }, '/denom'],
    ['an unknown member', { owner: 'me' }, '/owner'],
    ['a missing symbol', { symbol: undefined }, '/symbol'],
  ])('refuses %s', (_, change, pointer) => expect(pointers(change)).toContain(pointer));
});
