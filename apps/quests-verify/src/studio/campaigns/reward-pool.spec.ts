import type { Chain } from '@questp/messages/integrations';
import { messageErrors } from '@questp/messages/language';
import { RewardPoolSettings } from '@questp/messages/quests';
import { poolChainErrors, rewardPoolErrors, toRewardPool } from './reward-pool.js';

const MAX = (2n ** 128n - 1n).toString();
const pool: RewardPoolSettings = {
  mode: 'manual',
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
  const errors = messageErrors(RewardPoolSettings, changed);
  return (errors.length > 0 ? errors : rulesOf(toRewardPool(changed))).map(({ pointer }) => pointer);
};
const rulesOf = (settings: ReturnType<typeof toRewardPool>) => [
  ...rewardPoolErrors(settings),
  ...poolChainErrors(settings, { get: (chainId) => CHAINS.get(chainId) }),
];

const CHAIN: Chain = {
  chainId: 'cosmoshub-4',
  name: 'Cosmos Hub',
  family: 'Cosmos',
  bech32Prefix: 'cosmos',
  keyAlgorithm: 'secp256k1',
  coinType: 118,
  network: 'mainnet',
  restUrls: [],
  rpcUrls: [],
  publicRestUrl: null,
  gasPrices: [],
  enabled: true,
  signIn: true,
  linking: true,
  escrow: null,
  configured: [],
};
const CHAINS = new Map([[CHAIN.chainId, CHAIN]]);

const ACCOUNT = 'cosmos1qszqgpqyqszqgpqyqszqgpqyqszqgpqyzhplth';
const CONTRACT = 'cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqs2m6sx4';
const OSMOSIS = 'osmo1qszqgpqyqszqgpqyqszqgpqyqszqgpqy2vj0a9';
const automatic = {
  mode: 'automatic',
  challengeSeconds: 86_400,
  commitWindowSeconds: 1_209_600,
  claimWindowSeconds: 7_776_000,
};

describe('reward pool', () => {
  it.each([
    ['without bounds', {}],
    ['with the largest amount', { totalAmount: MAX, minPayout: MAX, maxPayout: MAX }],
    ['with equal bounds', { minPayout: '5', maxPayout: '5' }],
    ['of an ibc denom', { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2' }],
    ['without decimals', { decimals: 0 }],
    ['in automatic mode', automatic],
    ['in tokens of a contract', { assetKind: 'cw20', denom: CONTRACT }],
    ['that pays neither an account nor a contract', { forbiddenAddresses: [ACCOUNT, CONTRACT] }],
    ['that gives everything to one earner', { maxShareBps: 10_000 }],
    ['with a minimum of the largest share', { minPayout: '500', maxShareBps: 5_000 }],
    ['with a largest share of one unit', { totalAmount: '10000', maxShareBps: 1 }],
  ])('accepts one %s', (_, change) => expect(pointers(change)).toEqual([]));

  it.each([
    ['2^128', { totalAmount: (2n ** 128n).toString() }, '/rewardPool/totalAmount'],
    ['a maximum above the total', { maxPayout: '1001' }, '/rewardPool/maxPayout'],
    ['a minimum above the maximum', { minPayout: '6', maxPayout: '5' }, '/rewardPool/minPayout'],
    ['a minimum above the total', { minPayout: '1001' }, '/rewardPool/minPayout'],
    ['a minimum above the largest share', { minPayout: '501', maxShareBps: 5_000 }, '/rewardPool/minPayout'],
    ['a largest share below one unit', { totalAmount: '9999', maxShareBps: 1 }, '/rewardPool/maxShareBps'],
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
    ['a chain that is not known', { chainId: 'nowhere-1' }, '/rewardPool/chainId'],
    ['a token at the address of an account', { assetKind: 'cw20', denom: ACCOUNT }, '/rewardPool/denom'],
    ['a token of another kind', { assetKind: 'nft' }, '/assetKind'],
    ['an address of another chain', { forbiddenAddresses: [OSMOSIS] }, '/rewardPool/forbiddenAddresses'],
    ['101 addresses', { forbiddenAddresses: Array.from({ length: 101 }, (_, n) => `a${n}`) }, '/forbiddenAddresses'],
    ['no share', { maxShareBps: 0 }, '/maxShareBps'],
    ['more than all', { maxShareBps: 10_001 }, '/maxShareBps'],
    ['automatic mode without a challenge', { ...automatic, challengeSeconds: null }, '/rewardPool/challengeSeconds'],
    [
      'automatic mode without time to commit',
      { ...automatic, commitWindowSeconds: null },
      '/rewardPool/commitWindowSeconds',
    ],
    [
      'automatic mode without time to claim',
      { ...automatic, claimWindowSeconds: null },
      '/rewardPool/claimWindowSeconds',
    ],
    ['automatic mode with a largest payout', { ...automatic, maxPayout: '5' }, '/rewardPool/maxPayout'],
    ['a challenge of no time', { challengeSeconds: 0 }, '/challengeSeconds'],
    ['a challenge of more than 7 days', { challengeSeconds: 604_801 }, '/challengeSeconds'],
  ])('refuses %s', (_, change, pointer) => expect(pointers(change)).toContain(pointer));
});
