import type { Campaign } from '@questp/contract-proof';
import { confirmPauseRelease, pauseEscrow, requestPauseRelease, type EscrowPause } from '@questp/messages/escrow';
import { sql } from '@questp/postgres';
import { ANN, BOB, by, ConsoleStage, refusal } from '../../testing/console.fixture.js';
import { nextPause } from './next-pause.js';
import { SendPauses } from './send-pauses.js';

const SECOND = 1_000_000_000n;

describe('a pause by operators', () => {
  let console: ConsoleStage;
  let campaign: Campaign;
  beforeAll(async () => (console = await ConsoleStage.open()), 60_000);
  afterAll(() => console.close());
  beforeEach(async () => {
    campaign = await console.stage.campaign({ startsIn: 0, endsIn: 600 });
    await console.stage.read();
    console.lane.forget();
  });

  const pause = (seconds = 60) =>
    console.service.call(
      pauseEscrow,
      { campaignId: campaign.id, reason: 'In question.', seconds, adminId: ANN },
      by(ANN, 'adminPauseEscrow'),
    );
  const release = async ({ id }: EscrowPause) => {
    const campaignId = campaign.id;
    const request = { campaignId, adminId: ANN };
    await console.service.call(requestPauseRelease, request, by(ANN, 'adminRequestPauseRelease'));
    return console.service.call(
      confirmPauseRelease,
      { campaignId, adminId: BOB, id },
      by(BOB, 'adminConfirmPauseRelease'),
    );
  };
  /** Sets the time of the chain to the time of the machine. */
  const catchUp = () => {
    const { chain } = console.stage.chain.backend;
    const now = BigInt(Date.now()) * 1_000_000n;
    if (chain.time < now) chain.setTime(now);
  };
  /** Three rounds of the worker: sending, reading the outcome, and comparing with the chain. */
  const work = async (rounds = 3) => {
    for (let done = 0; done < rounds; done += 1) {
      await console.service.asOwner().execute(sql`UPDATE escrow_intervention SET next_try_at = '-infinity'`);
      await console.stage.makeDue();
      catchUp();
      console.stage.chain.mine(3);
      await console.service.get(SendPauses).execute();
    }
  };
  const row = async ({ id }: EscrowPause) =>
    console.service.db.row<{ isApplied: boolean; isEnded: boolean; lastError: string | null }>(sql`
      SELECT applied_at IS NOT NULL AS is_applied, ended_at IS NOT NULL AS is_ended, last_error
      FROM escrow_intervention WHERE id = ${id}`);
  const isPaused = async () => (await campaign.status()).paused;

  it('a pause by operators is refused if the contract would refuse it', async () => {
    expect(await refusal(pause(61))).toBe('PAUSE_NOT_ALLOWED');
    const { world } = console.stage.chain;
    await world.execute(world.roles.admin, world.factory, { update_config: { pauser: world.roles.pauser } });
    await console.stage.read();
    expect(await refusal(pause())).toBe('PAUSE_NOT_ALLOWED');
    await world.execute(world.roles.admin, world.factory, { update_config: { pauser: console.key } });
  });

  it('a pause by operators is sent by the pauser key, once, and lifted when two operators release it', async () => {
    const paused = await pause();
    await work();
    expect(await isPaused()).toBe(true);
    expect(await row(paused)).toEqual({ isApplied: true, isEnded: false, lastError: null });
    await work();
    expect(console.lane.messages).toEqual([{ pause: { until: `${BigInt(Date.parse(paused.until)) * 1_000_000n}` } }]);
    await release(paused);
    await work();
    expect(await isPaused()).toBe(false);
    expect(await row(paused)).toMatchObject({ isEnded: true });
    await work();
    expect(console.lane.messages.slice(1)).toEqual([{ unpause: {} }]);
  });

  it('a pause by operators is not sent again after the guardian lifted it', async () => {
    const paused = await pause();
    await work();
    await campaign.execute(console.stage.chain.world.roles.guardian, { unpause: {} });
    await work();
    expect(await isPaused()).toBe(false);
    expect(await row(paused)).toMatchObject({ isEnded: true });
    expect(console.lane.messages.length).toBe(1);
  });

  it('shows the reason of a refusal by the contract, and ends after its time', async () => {
    const first = await pause();
    await work();
    await release(first);
    await work();
    const second = await pause();
    await work(1);
    expect(await row(second)).toMatchObject({ lastError: expect.stringContaining('pause_rate_limited') as string });
    expect(console.lane.messages.length).toBe(2);
    const { chain } = console.stage.chain.backend;
    chain.setTime(chain.time + 61n * SECOND);
    await work(1);
    expect(await row(second)).toMatchObject({ isApplied: false, isEnded: true });
  });
});

describe('the step for a pause', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);
  const nanoseconds = (seconds: number) => `${BigInt(at(seconds).getTime()) * 1_000_000n}`;
  const wanted = { pauseUntil: at(60), isApplied: false, isReleased: false, isLifted: false };
  const running = { paused: true, paused_until: nanoseconds(60) };
  const none = { paused: false, paused_until: null };

  it.each([
    ['is to pause', wanted, none, 0, { message: { pause: { until: nanoseconds(60) } } }],
    [
      'is to extend a shorter pause',
      wanted,
      { ...running, paused_until: nanoseconds(59) },
      0,
      { message: { pause: { until: nanoseconds(60) } } },
    ],
    ['is none while it runs', wanted, running, 0, 'applied'],
    ['is none while a longer one runs', wanted, { ...running, paused_until: nanoseconds(90) }, 0, 'applied'],
    ['is none after another sender lifted it', { ...wanted, isApplied: true }, none, 30, 'over'],
    ['is none after its time', wanted, none, 60, 'over'],
    [
      'is to lift a released one',
      { ...wanted, isApplied: true, isReleased: true },
      running,
      30,
      { message: { unpause: {} } },
    ],
    [
      'is to lift one that was released before it was seen',
      { ...wanted, isReleased: true },
      running,
      30,
      { message: { unpause: {} } },
    ],
    ['is none for a released one that never ran', { ...wanted, isReleased: true }, none, 30, 'over'],
    [
      'is none after it was lifted while the factory is paused',
      { ...wanted, isReleased: true, isLifted: true },
      running,
      30,
      'over',
    ],
  ])('%s', (_, pause, status, now, step) => {
    expect(nextPause(pause, status, at(now))).toEqual(step);
  });
});
