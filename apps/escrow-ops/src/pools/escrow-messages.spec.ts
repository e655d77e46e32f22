import { getEscrowMessage, type EscrowAction } from '@questp/messages/escrow';
import { newId } from '@questp/postgres';
import type { Campaign } from '@questp/contract-proof';
import { PoolStage } from '../testing/pool.fixture.js';

describe('a message to an escrow', () => {
  let stage: PoolStage;
  beforeAll(async () => (stage = await PoolStage.open()), 60_000);
  afterAll(() => stage.close());

  type Options = Parameters<typeof stage.stage.campaign>[0];
  const campaignOf = async (options: Options = {}) => {
    const campaign = await stage.stage.campaign({ startsIn: 60, endsIn: 120, ...options });
    await stage.stage.read();
    return campaign;
  };
  const message = ({ id: campaignId }: Pick<Campaign, 'id'>, action: EscrowAction, more: object = {}) =>
    stage.service.call(getEscrowMessage, { campaignId, action, ...more });
  const send = async (campaign: Campaign, action: EscrowAction, more: object = {}) => {
    const refused = await stage.send({ message: await message(campaign, action, more) });
    await stage.stage.read();
    return refused ?? (await campaign.status()).phase;
  };
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      ({ code, details }: { code: string; details: { errors?: { pointer: string }[] } }) =>
        [code, ...(details.errors ?? []).map(({ pointer }) => pointer)].join(' '),
    );

  it('cancels it for its owner', async () => {
    const campaign = await campaignOf();
    expect(await send(campaign, 'cancel')).toBe('cancelled');
    expect(await refusal(message(campaign, 'cancel'))).toBe('INVALID_TRANSITION');
  });

  it('adds to its pool, in coins and in tokens', async () => {
    const coins = await campaignOf();
    expect(await send(coins, 'top_up', { amount: '5' })).toBe('upcoming');
    const other = await stage.stage.chain.backend.account('another');
    expect(await send(coins, 'top_up', { amount: '7', sender: other })).toBe('upcoming');
    expect(await coins.status()).toMatchObject({ funded_total: '1000012' });
    const asset = await stage.world.approvedToken([stage.owner]);
    const tokens = await campaignOf({ asset });
    expect(await send(tokens, 'top_up', { amount: '5' })).toBe('upcoming');
    expect(await tokens.status()).toMatchObject({ funded_total: '1000005' });
  });

  it('the owner gives an escrow to another owner, who accepts, or takes the offer back', async () => {
    const campaign = await campaignOf();
    const other = await stage.stage.chain.backend.account('another');
    expect(await refusal(message(campaign, 'accept_ownership'))).toBe('INVALID_TRANSITION');
    await send(campaign, 'transfer_ownership', { newOwner: other });
    await send(campaign, 'cancel_ownership_transfer');
    expect(await refusal(message(campaign, 'accept_ownership'))).toBe('INVALID_TRANSITION');
    await send(campaign, 'transfer_ownership', { newOwner: other });
    await send(campaign, 'accept_ownership');
    expect((await stage.stage.show(campaign.id)).current.ownership).toMatchObject({ owner: other, pendingOwner: null });
    expect((await message(campaign, 'cancel')).amino['value']).toMatchObject({ sender: other });
  });

  it('disputes its allocation, and claims a payout', async () => {
    const earner = await stage.stage.chain.backend.account('earner');
    const settle = async () => {
      const campaign = await campaignOf({ startsIn: 0, endsIn: 3, challengeSecs: 3 });
      await campaign.untilEnded();
      await campaign.commit([[earner, 950_000n]]);
      await campaign.finalize([[earner, 950_000n]]);
      await stage.stage.read();
      return campaign;
    };
    const disputed = await settle();
    expect(await refusal(message(disputed, 'claim', { sender: earner }))).toBe('INVALID_TRANSITION');
    expect(await send(disputed, 'dispute', { reason: 'Not a participant.' })).toBe('disputed');
    const paid = await settle();
    await paid.untilDistributing();
    await stage.stage.read();
    const before = await paid.balanceOf(earner);
    await send(paid, 'claim', { sender: earner });
    expect((await paid.balanceOf(earner)) - before).toBe(950_000n);
  });

  it('requires the fields of its action, and an escrow', async () => {
    const campaign = await campaignOf();
    expect(await refusal(message(campaign, 'top_up'))).toBe('VALIDATION_FAILED ?amount');
    expect(await refusal(message(campaign, 'transfer_ownership'))).toBe('VALIDATION_FAILED ?newOwner');
    const foreign = { newOwner: 'cosmos1qszqgpqyqszqgpqyqszqgpqyqszqgpqyzhplth' };
    expect(await refusal(message(campaign, 'transfer_ownership', foreign))).toBe('VALIDATION_FAILED ?newOwner');
    expect(await refusal(message(campaign, 'dispute', { reason: 'R' }))).toBe('INVALID_TRANSITION');
    expect(await refusal(message({ id: newId() }, 'cancel'))).toBe('NOT_FOUND');
  });
});
