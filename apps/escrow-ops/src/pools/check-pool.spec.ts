import { checkPool } from '@questp/messages/escrow';
import type { RequestOf } from '@questp/messages/language';
import { PoolStage } from '../testing/pool.fixture.js';

describe.each(['rpcUrls', 'restUrls'] as const)('a pool is checked by nodes with %s', (endpoints) => {
  let stage: PoolStage;
  let token: string;
  beforeAll(async () => {
    stage = await PoolStage.open(2, endpoints);
    const asset = await stage.world.approvedToken([stage.owner]);
    token = 'cw20' in asset ? asset.cw20.address : '';
    stage.stage.chain.mine();
  }, 60_000);
  afterAll(() => stage.close());
  beforeEach(async () => {
    for (const node of stage.stage.nodes) node.behave();
    await stage.deploy();
    await stage.stage.makeDue();
  });

  type Request = RequestOf<typeof checkPool>;
  const check = (change: Partial<Request> = {}) =>
    stage.service.call(checkPool, {
      ...{ chainId: stage.stage.chain.chainId, assetKind: 'native', denom: 'uquest' },
      ...{ challengeSeconds: 60, commitWindowSeconds: 600, claimWindowSeconds: 600 },
      ...change,
    });
  const refusal = (change: Partial<Request> = {}) =>
    check(change).then(
      () => 'none',
      ({ code }: { code: string }) => code,
    );

  it.each<[string, () => Partial<Request>, string[]]>([
    ['coins of the chain', () => ({}), []],
    ['the shortest windows', () => ({ challengeSeconds: 1, commitWindowSeconds: 1, claimWindowSeconds: 1 }), []],
    [
      'the longest windows',
      () => ({ challengeSeconds: 3600, commitWindowSeconds: 3600, claimWindowSeconds: 3600 }),
      [],
    ],
    ['tokens of an approved contract', () => ({ assetKind: 'cw20', denom: token }), []],
    ['a challenge that is too long', () => ({ challengeSeconds: 3601 }), ['challengeSeconds']],
    [
      'no windows',
      () => ({ commitWindowSeconds: null, claimWindowSeconds: null }),
      ['commitWindowSeconds', 'claimWindowSeconds'],
    ],
    ['coins that do not exist', () => ({ denom: 'unone' }), ['denom']],
    ['a token that is no contract', () => ({ assetKind: 'cw20', denom: stage.owner }), ['denom']],
    ['a contract that is no approved token', () => ({ assetKind: 'cw20', denom: stage.world.factory }), ['denom']],
  ])('of %s', async (_, change, members) => {
    const { feeBps, problems } = await check(change());
    expect({ feeBps, members: problems.map(({ member }) => member) }).toEqual({ feeBps: 500, members });
  });

  it('checks a pool only where the contracts are deployed and released', async () => {
    expect(await refusal({ chainId: 'cosmoshub-4' })).toBe('CHAIN_NOT_CONFIGURED');
    expect(await refusal({ chainId: 'nowhere-1' })).toBe('CHAIN_NOT_CONFIGURED');
    await stage.deploy({}, 'mainnet');
    expect(await refusal()).toBe('ESCROW_NOT_RELEASED');
    await stage.deploy({ released: true }, 'mainnet');
    expect(await refusal()).toBe('none');
    await stage.deploy({ feeBps: 1_000 });
    expect(await check()).toMatchObject({ feeBps: 1_000 });
  });

  it('uses no answer on which the nodes do not agree', async () => {
    const [, liar] = stage.stage.nodes;
    liar?.behave({ lie: (answer: object) => ({ ...answer, max_fee_bps: 1 }) });
    expect(await refusal()).toBe('CHAIN_UNAVAILABLE');
    liar?.behave({ garbage: { status: 502, body: '' } });
    await stage.stage.makeDue();
    expect(await refusal()).toBe('CHAIN_UNAVAILABLE');
  });
});
