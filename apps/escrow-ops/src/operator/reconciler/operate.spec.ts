import { jest } from '@jest/globals';
import { allocationSha256 } from '@questp/escrow-client';
import { found, newId, sql } from '@questp/postgres';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ChainHeads } from '../../chain/nodes/chain-heads.js';
import { OPERATOR, OperatorStage, type StoryCampaign } from '../../testing/operator.fixture.js';
import { DriveLanes } from './drive-lanes.js';
import { FindTransfers } from './find-transfers.js';
import { ReconcileEscrows } from './reconcile-escrows.js';

const DAY = 86_400n * 1_000_000_000n;

describe('the operator of escrows', () => {
  let stage: OperatorStage;
  beforeAll(async () => {
    stage = await OperatorStage.open();
  }, 60_000);
  afterAll(() => stage.close());
  beforeEach(() => stage.renew());

  const earner = (name: string) => stage.world.backend.recipient(`${name} ${newId()}`);
  const alerts = async ({ campaignId }: StoryCampaign) =>
    (
      await stage.service.db.rows<{ code: string }>(
        sql`SELECT data ->> 'code' AS code FROM notice WHERE type = 'escrow.contradiction' AND aggregate_id = ${`${campaignId}/1`}`,
      )
    ).map(({ code }) => code);
  /** Alerts about the time to commit. */
  const notices = async () =>
    (
      await stage.service.db.rows<{ type: string }>(sql`SELECT type FROM notice WHERE type LIKE 'escrow.deadline%'`)
    ).map(({ type }) => type);
  /** An ended campaign with an approved plan. */
  const approved = async (points: Record<string, number>) => {
    const campaign = await stage.campaign();
    await stage.earners(campaign, points);
    // Excluded: no payout address.
    await stage.earner(campaign.campaignId, null, 1_000);
    await stage.end(campaign);
    await stage.approve(campaign);
    return campaign;
  };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [earner(`${index}`), index + 1]));
  const untilPayouts = ({ escrow }: StoryCampaign) =>
    stage.waitUntil(escrow, ({ finalized }) => finalized?.challenge_ends_at);
  const untilClaimsEnd = async ({ escrow }: StoryCampaign) => {
    await stage.waitUntil(escrow, ({ deadlines }) => deadlines.claim_deadline);
    const { completed_at } = await stage.status(escrow);
    await stage.world.backend.waitUntil(BigInt(completed_at ?? 0) + DAY);
    stage.chain.mine();
  };
  const asOperator = (campaign: StoryCampaign, message: object) =>
    stage.world.execute(OPERATOR, campaign.escrow, message).then(() => stage.chain.mine());
  const asGuardian = (campaign: StoryCampaign, message: object) =>
    stage.world.execute(stage.world.roles.guardian, campaign.escrow, message).then(() => stage.chain.mine());
  /** Each planned payout was made once, exactly, and its row has the transaction. */
  const expectPaid = async (campaign: StoryCampaign) => {
    const rows = await stage.payouts(campaign);
    for (const { address, amount, status, txHash, payer, paidAt } of rows) {
      if (address === null) continue;
      expect(await stage.balanceOf(address)).toBe(BigInt(amount ?? 0));
      if (amount === null) continue;
      expect(status).toBe('paid');
      expect(stage.chain.transactions.find(({ hash }) => hash === txHash)?.height).toBeGreaterThan(0);
      expect(paidAt).not.toBeNull();
      expect(payer).toBe(campaign.escrow);
    }
    const entries = rows.flatMap(({ address, amount }) =>
      address === null || amount === null ? [] : [{ address, weight: BigInt(amount) }],
    );
    const { finalized, paid_total } = await stage.status(campaign.escrow);
    expect(finalized?.allocation_sha256).toBe(allocationSha256(entries));
    expect(BigInt(paid_total)).toBe(entries.reduce((sum, { weight }) => sum + weight, 0n));
  };

  it('commits, finalizes, waits for the challenge, pays and completes: every address once', async () => {
    const points = many(60);
    const campaign = await approved(points);
    await stage.operate(12);
    expect(await stage.decision(campaign)).toBe('challenge');
    expect(stage.sent).toEqual(['commit_allocations', 'commit_allocations', 'finalize_allocations']);
    expect(new Set((await stage.payouts(campaign)).map(({ status }) => status))).toEqual(
      new Set(['committed', 'excluded']),
    );
    const committed = stage.lane.messages.flatMap((message) =>
      'commit_allocations' in message ? (message.commit_allocations as { entries: { address: string }[] }).entries : [],
    );
    expect(committed.map(({ address }) => address)).toEqual(Object.keys(points).sort());
    await untilPayouts(campaign);
    await stage.operate(14);
    expect(await stage.decision(campaign)).toBe('paid_out');
    expect(stage.sent.slice(3)).toEqual(['distribute', 'distribute', 'distribute', 'distribute']);
    await expectPaid(campaign);
    expect(await stage.balanceOf(campaign.escrow)).toBe(0n);
  }, 120_000);

  it('retries failed payouts, and returns what cannot be paid when claims are over', async () => {
    const blocked = await stage.world.backend.blockedRecipient();
    const [paid, later] = [earner('paid'), earner('later')];
    const campaign = await approved({ [blocked]: 10, [paid]: 20, [later]: 30 });
    await stage.operate(8);
    await untilPayouts(campaign);
    stage.chain.backend.chain.bank.disable('uquest');
    await stage.operate(3);
    stage.chain.backend.chain.bank.enable('uquest');
    const { failed_count: failed } = await stage.status(campaign.escrow);
    expect(failed).toBe(3);
    await stage.operate(4);
    expect((await stage.payouts(campaign)).map(({ status }) => status)).toEqual([
      ...['excluded', 'failed', 'failed', 'failed'],
    ]);
    expect(await stage.decision(campaign)).toBe('retry_later');
    await stage.pass(61);
    await stage.operate(6);
    const statusOf = async (of: string) =>
      (await stage.payouts(campaign)).find(({ address }) => address === of)?.status;
    expect([await statusOf(blocked), await statusOf(paid), await statusOf(later)]).toEqual(['failed', 'paid', 'paid']);
    expect(stage.sent.filter((name) => name === 'retry_failed')).toHaveLength(1);
    await untilClaimsEnd(campaign);
    await stage.operate(4);
    expect(stage.sent.at(-1)).toBe('sweep_leftover');
    expect(await stage.decision(campaign)).toBe('reserve_lapsed');
    expect(await stage.balanceOf(campaign.escrow)).toBe(0n);
    expect(await statusOf(blocked)).toBe('failed');
  }, 120_000);

  it('adds the transaction of a payout later, when the nodes had not indexed it', async () => {
    const campaign = await approved({ [earner('a')]: 1, [earner('b')]: 3 });
    await stage.operate(8);
    await untilPayouts(campaign);
    const search = jest.spyOn(stage.service.get(FindTransfers), 'execute').mockResolvedValue(new Map());
    await stage.operate(10);
    const paid = async () =>
      (await stage.payouts(campaign)).filter(({ amount }) => amount !== null).map(({ txHash }) => txHash !== null);
    expect(await paid()).toEqual([false, false]);
    expect(await stage.decision(campaign)).toBe('paid_out');
    search.mockRestore();
    await stage.operate(1);
    expect(await paid()).toEqual([false, false]);
    await stage.service.asOwner().execute(sql`
      UPDATE escrow_operation SET recording = recording || '{"searchedAt": "1970-01-01T00:00:00.000Z"}'`);
    await stage.operate(3);
    await expectPaid(campaign);
  }, 120_000);

  it('waits for the end of a dispute, and commits the next plan after a rejection', async () => {
    const campaign = await approved({ [earner('a')]: 1, [earner('b')]: 3 });
    await stage.operate(8);
    await stage.world.execute(stage.pools.owner, campaign.escrow, { dispute: { reason: 'Somebody is missing' } });
    stage.chain.mine();
    await stage.operate(2);
    expect(await stage.decision(campaign)).toBe('disputed');
    await asGuardian(campaign, { resolve_dispute: { decision: 'reject_allocation' } });
    await stage.operate(4);
    expect(await stage.decision(campaign)).toBe('plan_not_approved');
    expect(stage.sent).toEqual(['commit_allocations', 'finalize_allocations']);
    await stage.approve(campaign);
    await stage.operate(8);
    await untilPayouts(campaign);
    await stage.operate(6);
    await expectPaid(campaign);
  }, 120_000);

  it('does not commit a plan again whose rejection was missed', async () => {
    const campaign = await approved({ [earner('a')]: 1 });
    await stage.operate(8);
    await asGuardian(campaign, { reject_allocations: { reason: 'Wrong' } });
    await stage.service.db.execute(
      sql`UPDATE payout_plan SET finalized_at = NULL WHERE campaign_id = ${campaign.campaignId}`,
    );
    await stage.operate(4);
    expect(stage.sent).toEqual(['commit_allocations', 'finalize_allocations']);
    expect(await stage.decision(campaign)).toBe('plan_not_approved');
  }, 60_000);

  it('finishes a cancelled campaign', async () => {
    const campaign = await approved(many(60));
    await stage.operate(2);
    await asGuardian(campaign, { cancel: {} });
    await stage.operate(3);
    expect(await stage.decision(campaign)).toBe('cancelled');
    expect(new Set((await stage.payouts(campaign)).map(({ status }) => status))).toEqual(
      new Set(['failed', 'excluded']),
    );
    expect((await stage.plans(campaign))[0]?.voidedAt).not.toBeNull();
    expect(stage.sent).not.toContain('finalize_allocations');
  }, 60_000);

  it('reclaims an allocation that was not finalized in time', async () => {
    const campaign = await stage.campaign();
    await stage.end(campaign);
    await stage.operate(2);
    await stage.waitUntil(campaign.escrow, ({ deadlines }) => deadlines.commit_deadline);
    await stage.operate(2);
    expect([stage.sent, await stage.decision(campaign), await notices()]).toEqual([
      [],
      'reclaim_later',
      ['escrow.deadline_missed'],
    ]);
    await stage.pass(86_400);
    await stage.operate(4);
    expect([stage.sent, await stage.decision(campaign)]).toEqual([['reclaim_expired'], 'expired']);
    expect(await stage.balanceOf(campaign.escrow)).toBe(0n);
    // A gift is no incident, and not worth a fee.
    await stage.service.asOwner().execute(sql`DELETE FROM notice`);
    stage.chain.backend.chain.bank.mint(campaign.escrow, 'uquest', 1n);
    await stage.pass(3_600);
    await stage.operate(3);
    expect([stage.sent, await stage.decision(campaign), await notices()]).toEqual([
      ['reclaim_expired'],
      'leftover_too_small',
      [],
    ]);
  }, 60_000);

  it('alerts operators when half of the reserve is used up and nothing is finalized', async () => {
    const campaign = await stage.campaign();
    await stage.earners(campaign, { [earner('a')]: 1 });
    await stage.end(campaign);
    await stage.look();
    expect(await notices()).toEqual([]);
    const { deadlines } = await stage.status(campaign.escrow);
    const [endsAt, deadline] = [BigInt(deadlines.ends_at), BigInt(deadlines.commit_deadline ?? 0)];
    await stage.world.backend.waitUntil(deadline - (deadline - endsAt) / 12n);
    stage.chain.mine();
    await stage.look();
    expect(await notices()).toEqual(['escrow.deadline_near']);
  }, 60_000);

  it('pauses the escrow of a campaign whose hold lasts when its payouts are due', async () => {
    const campaign = await approved({ [earner('a')]: 1 });
    await stage.service.db.execute(sql`
      INSERT INTO escrow_intervention (id, campaign_id, kind, reason, started_by)
      VALUES (${newId()}, ${campaign.campaignId}, 'hold', 'In question.', 'svcadmin_1')`);
    const pauses = () =>
      stage.service.db.rows(sql`
        SELECT reason FROM escrow_intervention WHERE kind = 'pause' AND campaign_id = ${campaign.campaignId}`);
    await stage.look();
    expect(await pauses()).toEqual([]);
    const { deadlines } = await stage.status(campaign.escrow);
    const [endsAt, deadline] = [BigInt(deadlines.ends_at), BigInt(deadlines.commit_deadline ?? 0)];
    await stage.world.backend.waitUntil(deadline - (deadline - endsAt) / 6n);
    stage.chain.mine();
    await stage.look();
    await stage.look();
    expect(await pauses()).toEqual([{ reason: 'The platform paused it because the hold lasts: In question.' }]);
  }, 60_000);

  it('makes the next plan when an address of an approved one became privileged', async () => {
    const [first, second] = [earner('a'), earner('b')];
    const campaign = await approved({ [first]: 1, [second]: 2 });
    await stage.world.execute(stage.world.roles.admin, stage.world.factory, { update_config: { treasury: second } });
    stage.chain.mine();
    await stage.operate(2);
    expect((await stage.plans(campaign)).map(({ status }) => status)).toEqual(['ready', 'rejected']);
    const excluded = (await stage.payouts(campaign)).find(({ address }) => address === second);
    expect(excluded).toMatchObject({ status: 'excluded', excludedReason: 'forbidden_address' });
    expect(stage.sent).toEqual([]);
    await stage.approve(campaign);
    await stage.operate(6);
    expect(await stage.decision(campaign)).toBe('challenge');
  }, 60_000);

  it('continues after a pause during the commit', async () => {
    const campaign = await approved(many(60));
    await stage.operate(1);
    expect(stage.sent).toEqual(['commit_allocations']);
    const until = (await stage.world.backend.now()) + 50n * 1_000_000_000n;
    await asGuardian(campaign, { pause: { until: `${until}` } });
    await stage.operate(4);
    expect(await stage.decision(campaign)).toBe('paused');
    expect(stage.sent).toEqual(['commit_allocations']);
    await stage.pass(51);
    await stage.operate(8);
    await untilPayouts(campaign);
    await stage.operate(14);
    await expectPaid(campaign);
  }, 120_000);

  it('begins again after a reset by another holder of the key', async () => {
    const campaign = await approved(many(60));
    await stage.operate(1);
    await asOperator(campaign, { reset_allocations: { version: 1 } });
    await stage.operate(10);
    await untilPayouts(campaign);
    await stage.operate(14);
    await expectPaid(campaign);
  }, 120_000);

  it('commits and pays nothing where the escrow is not that of a ticket, and alerts operators', async () => {
    const campaign = await approved({ [earner('a')]: 1 });
    await stage.service.asOwner().execute(sql`DELETE FROM ticket WHERE campaign_id = ${campaign.campaignId}`);
    await stage.operate(3);
    expect([stage.sent, await stage.decision(campaign)]).toEqual([[], 'terms_differ']);
    expect(await alerts(campaign)).toEqual(['terms_differ']);
  }, 60_000);

  it('pays nothing of an allocation that another account finalized, and alerts operators', async () => {
    const [mine, theirs] = [earner('mine'), earner('theirs')];
    const campaign = await approved({ [mine]: 1 });
    await asOperator(campaign, {
      commit_allocations: { version: 1, entries: [{ address: theirs, points: '950000' }] },
    });
    const [plan] = await stage.plans(campaign);
    await asOperator(campaign, {
      finalize_allocations: {
        ...{ version: 1, expected_count: 1, expected_total_points: '950000', allocation_uri: 'https://x' },
        allocation_sha256: plan?.allocationSha256,
      },
    });
    await stage.operate(3);
    await untilPayouts(campaign);
    await stage.operate(3);
    expect([stage.sent, await stage.decision(campaign)]).toEqual([[], 'entries_differ']);
    expect(await alerts(campaign)).toEqual(['entries_differ']);
    expect(await stage.balanceOf(theirs)).toBe(0n);
  }, 60_000);

  it('does not finalize while a node lies about one entry', async () => {
    const points = many(3);
    const [, second = ''] = Object.keys(points).sort();
    const campaign = await approved(points);
    stage.nodes[0]?.behave({
      lie: (answer: { allocations?: { address: string; points: string }[] }) => ({
        ...answer,
        ...(answer.allocations && {
          allocations: answer.allocations.map((entry) =>
            entry.address === second ? { ...entry, points: '1' } : entry,
          ),
        }),
      }),
    });
    await stage.operate(12);
    expect(stage.sent).toEqual(['commit_allocations', 'reset_allocations', 'commit_allocations']);
    expect(await stage.decision(campaign)).toBe('entries_differ');
    // The endpoints are the same: what the node said once stays in doubt, whatever it says now.
    stage.nodes[0]?.behave();
    await stage.operate(6);
    expect(stage.sent).toHaveLength(3);
    expect(await stage.decision(campaign)).toBe('entries_differ');
    await stage.pools.stage.replaceNodes();
    await stage.operate(6);
    await untilPayouts(campaign);
    await stage.operate(6);
    await expectPaid(campaign);
  }, 120_000);

  it('sends no message for a campaign on hold, and continues afterwards', async () => {
    const campaign = await approved({ [earner('a')]: 1 });
    const id = newId();
    await stage.service.db.execute(sql`
      INSERT INTO escrow_intervention (id, campaign_id, kind, reason, started_by)
      VALUES (${id}, ${campaign.campaignId}, 'hold', 'Under review', 'svcadmin_1')`);
    await stage.operate(3);
    expect([stage.sent, await stage.decision(campaign)]).toEqual([[], 'held']);
    await stage.service.db.execute(sql`DELETE FROM escrow_intervention WHERE id = ${id}`);
    await stage.operate(6);
    expect(stage.sent).toEqual(['commit_allocations', 'finalize_allocations']);
  }, 60_000);

  it('a campaign whose message is refused does not delay others', async () => {
    const [first, second] = [await stage.campaign(), await stage.campaign()];
    for (const campaign of [first, second]) {
      await stage.earners(campaign, { [earner('a')]: 1 });
      await stage.end(campaign);
      await stage.approve(campaign);
    }
    const simulate = stage.lane.simulate.bind(stage.lane);
    const refusing = jest.spyOn(stage.lane, 'simulate').mockImplementation((bytes) => {
      const isFirst = Buffer.from(bytes).includes(first.escrow);
      return isFirst ? Promise.resolve({ refusal: 'unauthorized' }) : simulate(bytes);
    });
    await stage.operate(8);
    expect(await stage.decision(second)).toBe('challenge');
    expect(await stage.decision(first)).toBe('message_refused');
    refusing.mockRestore();
    await stage.service.db.execute(sql`UPDATE escrow_operation SET until = now() WHERE code = 'message_refused'`);
    await stage.operate(6);
    expect(await stage.decision(first)).toBe('challenge');
  }, 60_000);

  it('a campaign whose escrow cannot be read does not delay others, and operators are alerted', async () => {
    const [first, second] = [await stage.campaign(), await stage.campaign()];
    for (const campaign of [first, second]) {
      await stage.earners(campaign, { [earner('a')]: 1 });
      await stage.end(campaign);
      await stage.approve(campaign);
    }
    await stage.look();
    const unreadable = { campaign_id: first.campaignId };
    for (const node of stage.nodes) {
      node.behave({
        lie: (answer: object) =>
          'phase' in answer && 'campaign_id' in answer && answer.campaign_id === first.campaignId ? unreadable : answer,
      });
    }
    await stage.service.db.execute(sql`
      UPDATE escrow_operation SET memory = memory || '{"failures": 6}' WHERE campaign_id = ${first.campaignId}`);
    await stage.operate(8);
    expect(await stage.decision(second)).toBe('challenge');
    expect(await stage.decision(first)).toBe('escrow_unreadable');
    const { reason } = found(
      await stage.service.db.row<{ reason: string }>(sql`
        SELECT data ->> 'reason' AS reason FROM notice WHERE type = 'escrow.lane_blocked'`),
    );
    expect(reason).toContain(first.campaignId);
    for (const node of stage.nodes) node.behave();
    await stage.service.db.execute(sql`UPDATE escrow_operation SET until = now() WHERE code = 'escrow_unreadable'`);
    await stage.operate(6);
    expect(await stage.decision(first)).toBe('challenge');
  }, 60_000);

  it('sends a dropped transaction again until its timeout, and then signs a new one', async () => {
    const campaign = await approved({ [earner('a')]: 1 });
    stage.lane.drops = true;
    await stage.operate(3);
    expect(stage.sent).toEqual([]);
    stage.chain.mine(60);
    stage.lane.drops = false;
    await stage.operate(8);
    expect(stage.sent).toEqual(['commit_allocations', 'finalize_allocations']);
    await untilPayouts(campaign);
    await stage.operate(6);
    await expectPaid(campaign);
  }, 60_000);

  it('records every payout though the replica keeps an earlier head than that of the last reading', async () => {
    const campaign = await approved(many(3));
    await stage.operate(8);
    await untilPayouts(campaign);
    const heads = stage.service.get(ChainHeads);
    const chain = found(stage.service.get(ChainRegistry).get(stage.chain.chainId));
    const earlier = heads.get(chain);
    await stage.operate(1);
    expect(stage.sent.at(-1)).toBe('distribute');
    await stage.follow();
    heads['kept'].set(chain.chainId, { until: performance.now() + 60_000, head: earlier });
    await stage.service.asOwner().execute(sql`UPDATE escrow_operation SET next_look_at = now() - interval '1 second'`);
    await stage.service.get(ReconcileEscrows).round();
    await expectPaid(campaign);
  }, 60_000);

  it('finalizes once and pays once though two replicas work at once', async () => {
    const other = await stage.pools.beside();
    stage.standIn(other);
    try {
      const campaign = await approved(many(60));
      const both = (rounds: number) => Promise.all([stage.operate(rounds), stage.operate(rounds, other)]);
      await both(14);
      expect(stage.sent.filter((name) => name === 'finalize_allocations')).toHaveLength(1);
      await untilPayouts(campaign);
      await both(14);
      await expectPaid(campaign);
      expect(stage.sent.filter((name) => name === 'commit_allocations')).toHaveLength(2);
      await Promise.all([stage.service, other].map((service) => service.get(DriveLanes).execute()));
    } finally {
      await other.stop();
    }
  }, 180_000);
});
