import { jest } from '@jest/globals';
import { signWithEscrowKey } from '@questp/messages/integrations';
import { dryRunEscrow, getAdminEscrow, holdEscrow, listAdminEscrows } from '@questp/messages/escrow';
import type { RequestOf } from '@questp/messages/language';
import { newId, sql } from '@questp/postgres';
import { ANN, by, ConsoleStage, refusal } from '../../testing/console.fixture.js';

describe('the console of escrows', () => {
  let console: ConsoleStage;
  beforeAll(async () => (console = await ConsoleStage.open()), 60_000);
  afterAll(() => console.close());
  beforeEach(async () => {
    await console.service.asOwner().execute(sql`DELETE FROM escrow_operation`);
    await console.stage.renew();
    await console.service.asOwner().execute(sql`DELETE FROM escrow_intervention`);
  });

  type Filters = Partial<RequestOf<typeof listAdminEscrows>>;
  const list = async (filters: Filters = {}) =>
    (await console.service.call(listAdminEscrows, { limit: 30, ...filters })).items.map(({ campaignId }) => campaignId);
  const get = (campaignId: string) => console.service.call(getAdminEscrow, { campaignId });
  const dryRun = (campaignId: string) => console.service.call(dryRunEscrow, { campaignId });
  const hold = (campaignId: string) =>
    console.service.call(holdEscrow, { campaignId, reason: 'In question.', adminId: ANN }, by(ANN, 'adminHoldEscrow'));
  const operate = (campaignId: string, attempt: number, state: 'wait' | 'stop', code: string) =>
    console.service.asOwner().execute(sql`
      INSERT INTO escrow_operation (campaign_id, attempt, chain_id, state, code, reason)
      SELECT campaign_id, attempt, chain_id, ${state}, ${code}, 'A sentence.' FROM escrow_attempt
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt}`);

  it('lists the latest funding attempt of each campaign, by its filters and page by page', async () => {
    const unfunded = newId();
    await console.stage.follow(unfunded);
    const active = await console.stage.campaign({ startsIn: 0, endsIn: 600 });
    const upcoming = await console.stage.campaign({ startsIn: 60, endsIn: 600 });
    await console.stage.read();
    await operate(active.id, 1, 'stop', 'terms_differ');
    await operate(upcoming.id, 1, 'wait', 'not_ended');
    await console.stage.follow(upcoming.id, 2);
    await hold(active.id);
    const all = [unfunded, active.id, upcoming.id].toSorted().toReversed();
    expect(await list()).toEqual(all);
    expect(await list({ phase: 'active' })).toEqual([active.id]);
    // Its second attempt is not created.
    expect(await list({ phase: 'upcoming' })).toEqual([]);
    expect(await list({ held: true })).toEqual([active.id]);
    expect(await list({ held: false })).toEqual(all.filter((id) => id !== active.id));
    expect(await list({ stopped: true })).toEqual([active.id]);
    expect(await list({ stopped: false })).toEqual(all.filter((id) => id !== active.id));
    expect(await list({ chainId: 'other-1' })).toEqual([]);
    expect(await list({ projectId: newId() })).toEqual([]);
    expect(await list({ projectId: console.stage.projectId, chainId: console.stage.chain.chainId })).toEqual(all);
    const first = await console.service.call(listAdminEscrows, { limit: 2 });
    expect(await list({ limit: 2, cursor: first.nextCursor ?? undefined })).toEqual(all.slice(2));
  });

  it('shows state, hold, last decision and last transaction of one', async () => {
    const campaign = await console.stage.campaign({ startsIn: 0, endsIn: 600 });
    await console.stage.read();
    await operate(campaign.id, 1, 'wait', 'not_ended');
    await hold(campaign.id);
    expect(await get(campaign.id)).toMatchObject({
      ...{ campaignId: campaign.id, attempt: 1, address: campaign.escrow, phase: 'active', pause: null },
      hold: { reason: 'In question.', startedBy: ANN },
      operation: { state: 'wait', code: 'not_ended', reason: 'A sentence.', lastError: null },
      escrow: { phase: 'active', fundedTotal: '1000000' },
      ...{ plan: null, lastTransaction: null },
    });
    expect(await refusal(get(newId()))).toBe('NOT_FOUND');
  });

  it('a dry run names the step that an escrow waits for, and the reason', async () => {
    const campaign = await console.stage.campaign({ startsIn: 0, endsIn: 600 });
    await console.stage.read();
    expect(await dryRun(campaign.id)).toMatchObject({ state: 'wait', code: 'not_ended', message: null, changes: [] });
    await hold(campaign.id);
    expect(await dryRun(campaign.id)).toMatchObject({ state: 'wait', code: 'held', message: null });
    expect(await refusal(dryRun(newId()))).toBe('NOT_FOUND');
  });

  it('simulates the next message in a dry run, and signs nothing', async () => {
    const { chain } = console.stage.chain.backend;
    const campaign = await console.stage.campaign({ startsIn: 0, endsIn: 3, commitWindowSecs: 3 });
    await campaign.waitUntil(({ deadlines }) => `${BigInt(deadlines.commit_deadline ?? 0) + 1_000_000_000n}`);
    await console.stage.read();
    const sign = jest.fn<() => never>();
    console.service.bus.answer(signWithEscrowKey, sign);
    const before = chain.snapshot();
    const run = await dryRun(campaign.id);
    expect(run).toMatchObject({
      ...{ state: 'send', code: 'not_finalized_in_time', message: { reclaim_expired: {} }, refusal: null },
      ...{ feeDenom: 'uquest', keyBalance: '1000000000000' },
      changes: [{ member: 'balance', before: '1000000', after: '0' }],
    });
    const [used, limit, fee] = [run.gasUsed, run.gasLimit, run.feeAmount].map(Number);
    expect(used).toBeGreaterThan(0);
    expect(limit).toBe(Math.max(used ?? 0, 0) + Math.max(Math.floor(((used ?? 0) * 30) / 100), 20_000));
    expect(fee).toBe(Math.ceil((limit ?? 0) * 0.025));
    expect(sign).not.toHaveBeenCalled();
    expect(chain.snapshot()).toEqual(before);
    expect(await console.service.db.rows(sql`SELECT FROM signed_transaction`)).toEqual([]);
    jest.spyOn(console.lane, 'simulate').mockResolvedValueOnce({ refusal: 'paused: no' });
    expect(await dryRun(campaign.id)).toMatchObject({ state: 'send', refusal: 'paused: no', gasUsed: null });
  });
});
