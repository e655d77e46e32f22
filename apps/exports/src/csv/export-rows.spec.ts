import { randomUUID } from 'node:crypto';
import { exportDistribution, exportLeaderboard, exportParticipants } from '@questp/messages/exports';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import {
  AT,
  CAMPAIGN,
  cellsOf,
  OTHER_QUEST,
  PROJECT,
  QUEST,
  QUIET,
  refusal,
  startExports,
  AS_OF,
} from '../testing/exports.fixture.js';

describe('an export', () => {
  const stage = started(startExports);
  beforeEach(() => stage.clear());

  it('of submissions has every column, oldest first, and those asked for alone', async () => {
    const user = await stage.earner(1, { displayName: 'Ann' });
    const later = await stage.submitted(user, {
      createdAt: '2026-05-02T00:00:00.000Z',
      status: 'rejected',
      reason: 'No link',
    });
    const found = await stage.submitted(user, { inputs: { text: 'Hi, "you"\nand you' } });
    const [first, second] = await stage.rowsOf(stage.submissions());
    // Ordered by ids, which contain the time of creation.
    expect([first?.['submission_id'], second?.['submission_id']]).toEqual([later, found]);
    expect(second).toEqual({
      submission_id: found,
      created_at: AT,
      updated_at: AT,
      verified_at: AT,
      claimed_at: AT,
      status: 'claimed',
      quest_id: QUEST,
      quest_slug: 'say',
      quest_title: "'=Say it to [e-mail]",
      task_type: 'custom_manual',
      verification_method: 'manual',
      user_public_id: user,
      username: 'user_1',
      display_name: 'Ann',
      wallet_address: 'cosmos11x1',
      points_awarded: '10',
      xp_awarded: '0',
      period_key: found,
      reject_reason: '',
      inputs_json: '{"text": "Hi, \\"you\\"\\nand you"}',
    });
    expect(first?.['reject_reason']).toBe('No link');
    expect(await stage.rowsOf(stage.submissions({ status: 'claimed', questId: QUEST }))).toEqual([second]);
    expect(await stage.rowsOf(stage.submissions({ status: 'pending' }))).toEqual([]);
    expect(await refusal(stage.submissions({ questId: OTHER_QUEST }))).toBe('VALIDATION_FAILED');
  });

  it('of a leaderboard ranks by points and has the suspended in their places', async () => {
    const users = [await stage.earner(1), await stage.earner(2, { status: 'suspended' }), await stage.earner(3)];
    for (const [index, points] of [10, 30, 20].entries()) {
      await stage.standing(users[index] as string, points, index !== 1);
      await stage.submitted(users[index] as string);
    }
    await stage.submitted(users[0] as string);
    const rows = await stage.rowsOf(stage.leaderboard());
    expect(rows.map((row) => [row['rank'], row['user_public_id'], row['account_status'], row['share_pct']])).toEqual([
      ['1', users[1], 'suspended', '50.000000'],
      ['2', users[2], 'active', '33.333333'],
      ['3', users[0], 'active', '16.666667'],
    ]);
    expect(rows[2]).toMatchObject({
      points: '10',
      xp: '1',
      completions: '1',
      quests_completed: '1',
      last_verified_at: AT,
    });
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['rank', 'user_public_id', 'username', 'display_name', 'account_status', 'primary_wallet', 'points', 'xp'],
      ...['completions', 'quests_completed', 'share_pct', 'last_verified_at'],
    ]);
    expect(await stage.rowsOf(stage.leaderboard(QUIET))).toEqual([]);
  });

  it('has two account statuses: deleted and merged accounts are suspended', async () => {
    const statuses = ['active', 'suspended', 'deleted', 'merged'];
    for (const [n, status] of statuses.entries()) {
      const user = await stage.earner(n, { status });
      await stage.standing(user, 10 - n);
      const submissionId = await stage.submitted(user);
      await stage.ledgerEntry({ submissionId, user, points: 10 - n });
    }
    const asked = { projectId: PROJECT, campaignId: CAMPAIGN, asOf: AT };
    const files = [
      () => stage.leaderboard(),
      () => stage.participants(CAMPAIGN),
      () => stage.participants(null),
      () => stage.call(exportLeaderboard, asked),
      () => stage.call(exportParticipants, { ...asked, campaignId: null }),
    ];
    for (const file of files) {
      const rows = await stage.rowsOf(file());
      expect(rows.map((row) => row['account_status'])).toEqual(['active', 'suspended', 'suspended', 'suspended']);
    }
  });

  it('of participants contains every earner with a submission, in a campaign or in the project', async () => {
    const [one, two] = [await stage.earner(1), await stage.earner(2)];
    await stage.submitted(one, { createdAt: '2026-05-03T00:00:00.000Z' });
    await stage.submitted(one, { status: 'rejected' });
    await stage.submitted(one, { campaignId: QUIET, questId: OTHER_QUEST });
    await stage.submitted(two, { campaignId: QUIET, questId: OTHER_QUEST, status: 'pending' });
    await stage.standing(one, 10);
    await stage.standing(one, 20, true, PROJECT);
    expect(await stage.rowsOf(stage.participants(CAMPAIGN))).toEqual([
      {
        user_public_id: one,
        username: 'user_1',
        display_name: '',
        account_status: 'active',
        primary_wallet: 'cosmos11x1',
        wallets: 'cosmos11x1; cosmos11x2',
        submissions: '2',
        completions: '1',
        quests_completed: '1',
        points: '10',
        xp: '1',
        first_activity: AT,
        last_activity: '2026-05-03T00:00:00.000Z',
      },
    ]);
    const all = await stage.rowsOf(stage.participants(null));
    expect(all.map((row) => [row['user_public_id'], row['campaigns'], row['submissions'], row['points']])).toEqual([
      [one, 'launch; quiet', '3', '20'],
      [two, 'quiet', '1', '0'],
    ]);
    expect(Object.keys(all[0] ?? {})[6]).toBe('campaigns');
  });

  it('of participants comes as JSON for old clients, whatever its size', async () => {
    await stage.submitted(await stage.earner(1, { displayName: 'Ann "A" Lee, жук 🚀' }));
    await stage.owner.execute(sql`
      WITH added AS (
        INSERT INTO earner (user_id, username, display_name)
        SELECT 'svcuser_' || md5(n::text), 'many_' || n, repeat('жук 🚀', 10) FROM generate_series(1, 8000) n
        RETURNING user_id
      )
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        inputs)
      SELECT uuidv7(), ${PROJECT}, ${CAMPAIGN}, ${QUEST}, user_id, 'once', 'custom_manual', 'manual', 'pending', '{}'
      FROM added`);
    const ticket = await stage.legacy();
    expect(ticket.fileName).toMatch(/^moon-all-participants-\d{4}-\d\d-\d\d\.json$/);
    const { filename, csv, ...others } = JSON.parse(await stage.fileOf(ticket)) as Record<string, string>;
    expect([filename, others]).toEqual([ticket.fileName.replace('json', 'csv'), {}]);
    expect(csv).toBe(await stage.fileOf(stage.participants(null)));
    expect(await cellsOf(csv ?? '')).toHaveLength(1 + 1 + 8_000);
  });

  it('of payouts is the header alone without a plan', async () => {
    expect(await stage.fileOf(stage.distribution())).toBe(
      '\uFEFFrank,user_public_id,username,payout_address,payout_address_source,points,share_pct,amount_base,amount_display,' +
        'denom,symbol,status,tx_hash,batch,excluded_reason,paid_at,as_of\r\n',
    );
  });

  it('of payouts has the rows of the current plan, with exact amounts, as of when its points count, and no formula', async () => {
    const names = ['=cmd', 'b', 'c'];
    const users = await Promise.all(names.map((username, n) => stage.earner(n, { username })));
    const pool = { denom: 'ibc/=1', symbol: '=SUM(A1)', decimals: 18 };
    const total = '300000000000000000000000000000000000001';
    const old = await stage.payoutPlan({ pool, total, version: 1, status: 'superseded' });
    const current = await stage.payoutPlan({ pool, total, version: 2, status: 'ready' });
    const amount = '200000000000000000000000000000000000001';
    const txHash = 'AB'.repeat(32);
    await stage.owner.execute(sql`
      INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, excluded_reason, status,
        tx_hash, batch, paid_at)
      VALUES (${old}, 1, ${users[0]}, 9, 'wasm1x', 'wallet', 1, NULL, 'pending', NULL, NULL, NULL),
        (${current}, 2, ${users[1]}, 20, 'wasm1b', 'derived', 1500000000000000000, NULL, 'pending', NULL, 3, NULL),
        (${current}, 1, ${users[0]}, 30, 'wasm1a', 'wallet', ${amount}, NULL, 'paid', ${txHash}, NULL, ${AT}),
        (${current}, 3, ${users[2]}, 10, NULL, NULL, NULL, 'no_payout_address', 'excluded', NULL, NULL, NULL)`);
    const rows = await stage.rowsOf(stage.distribution());
    const asset = { denom: 'ibc/=1', symbol: "'=SUM(A1)" };
    expect(rows).toEqual([
      {
        ...{ rank: '1', user_public_id: users[0], username: "'=cmd", payout_address: 'wasm1a', points: '30' },
        ...{ payout_address_source: 'wallet', share_pct: '66.666667', amount_base: amount, ...asset, batch: '' },
        ...{ amount_display: '200000000000000000000.000000000000000001', status: 'paid', tx_hash: txHash },
        ...{ excluded_reason: '', paid_at: AT, as_of: AS_OF },
      },
      {
        ...{
          rank: '2',
          user_public_id: users[1],
          username: 'b',
          payout_address: 'wasm1b',
          points: '20',
          share_pct: '0.000000',
        },
        ...{ payout_address_source: 'derived', amount_base: '1500000000000000000', amount_display: '1.5', ...asset },
        ...{ status: 'pending', tx_hash: '', batch: '3', excluded_reason: '', paid_at: '', as_of: AS_OF },
      },
      {
        ...{ rank: '3', user_public_id: users[2], username: 'c', payout_address: '', points: '10', share_pct: '0' },
        ...{ payout_address_source: '', amount_base: '0', amount_display: '0', ...asset, status: 'excluded' },
        ...{ tx_hash: '', batch: '', excluded_reason: 'no_payout_address', paid_at: '', as_of: AS_OF },
      },
    ]);
  });

  describe('of payouts', () => {
    it('A-83 has a name of slugs and the day', async () => {
      expect((await stage.distribution()).fileName).toMatch(/^moon-launch-distribution-\d{4}-\d\d-\d\d\.csv$/);
      const elsewhere = { projectId: randomUUID(), campaignId: CAMPAIGN };
      expect(await refusal(stage.call(exportDistribution, elsewhere))).toBe('NOT_FOUND');
    });
  });

  it('is called by project, campaign, kind and day, and there is none of a campaign elsewhere', async () => {
    expect((await stage.leaderboard()).fileName).toMatch(/^moon-launch-leaderboard-\d{4}-\d\d-\d\d\.csv$/);
    expect((await stage.participants(null)).fileName).toMatch(/^moon-all-participants-\d{4}-\d\d-\d\d\.csv$/);
    expect(await refusal(stage.leaderboard(randomUUID()))).toBe('NOT_FOUND');
    const elsewhere = { projectId: randomUUID(), campaignId: CAMPAIGN };
    expect(await refusal(stage.call(exportLeaderboard, elsewhere))).toBe('NOT_FOUND');
  });
});
