import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { parseString } from '@fast-csv/parse';
import { fetchBytes } from '@questp/bytes';
import type { Caller } from '@questp/messages/access';
import {
  BROKEN_OFF_REASONS,
  exportDistribution,
  exportLeaderboard,
  exportLegacyParticipants,
  exportParticipants,
  exportSubmissions,
  getExportManifest,
  listExportManifests,
  type ExportManifest,
} from '@questp/messages/exports';
import { AppError, type FileTicket, type RequestOf } from '@questp/messages/language';
import { Database, newId, raw, sql, TELL_MIGRATION_WAITS } from '@questp/postgres';
import { exportedText } from '@questp/sdk';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { waitFor } from '@questp/testing';
import fc from 'fast-check';
import { ManifestsRepository } from '../manifests/manifests.repository.js';
import { exports } from '../service.js';

const PROJECT = randomUUID();
const CAMPAIGN = randomUUID();
const QUIET = randomUUID();
const QUEST = randomUUID();
const OTHER_QUEST = randomUUID();
const userId = (n: number) => `svcuser_${n.toString(16).padStart(32, '0')}`;
const AT = '2026-05-01T12:00:00.000Z';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Rows without the byte order mark; the first one is the header. */
const cellsOf = (file: string) => parseString<string[], string[]>(file).toArray() as Promise<string[][]>;

/** Bytes with the byte order mark. */
const text = async (bytes: Readable): Promise<string> => (await buffer(bytes)).toString();

describe('an export', () => {
  let service: TestService<object>;
  let owner: Database;

  const open = async ({ url }: FileTicket, signal = new AbortController().signal) => fetchBytes(url, signal);
  const fileOf = async (ticket: FileTicket | Promise<FileTicket>) => text(await open(await ticket));
  const rowsOf = async (ticket: FileTicket | Promise<FileTicket>): Promise<Record<string, string>[]> => {
    const rows = parseString<Record<string, string>, Record<string, string>>(await fileOf(ticket), { headers: true });
    return rows.toArray() as Promise<Record<string, string>[]>;
  };
  const leaderboard = (campaignId = CAMPAIGN) => service.call(exportLeaderboard, { projectId: PROJECT, campaignId });
  const submissions = (filter: { status?: 'claimed' | 'rejected' | 'pending'; questId?: string } = {}) =>
    service.call(exportSubmissions, { projectId: PROJECT, campaignId: CAMPAIGN, ...filter });
  const participants = (campaignId: string | null) =>
    service.call(exportParticipants, { projectId: PROJECT, campaignId });

  const legacy = () => service.call(exportLegacyParticipants, { projectId: PROJECT });

  interface Told {
    questId?: string;
    campaignId?: string;
    status?: string;
    reason?: string | null;
    inputs?: object;
    createdAt?: string;
  }
  const submitted = async (user: string, told: Told = {}): Promise<string> => {
    const {
      questId = QUEST,
      campaignId = CAMPAIGN,
      status = 'claimed',
      reason = null,
      inputs = {},
      createdAt = AT,
    } = told;
    const id = newId();
    const at = status === 'claimed' ? createdAt : null;
    await owner.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
        status, reason, inputs, points_awarded, created_at, updated_at, verified_at, claimed_at)
      VALUES (${id}, ${PROJECT}, ${campaignId}, ${questId}, ${user}, ${id}, 'custom_manual', 'manual', ${status},
        ${reason}, ${JSON.stringify(inputs)}::jsonb, ${status === 'claimed' ? 10 : 0}, ${createdAt}, ${createdAt}, ${at},
        ${at})`);
    return id;
  };
  const earner = async (n: number, told: { username?: string; displayName?: string; status?: string } = {}) => {
    const wallets = [1, 2].map((k) => ({ chainId: `chain-${k}`, address: `cosmos1${n}x${k}` }));
    await owner.execute(sql`
      INSERT INTO earner (user_id, username, display_name, status, primary_wallet, wallets)
      VALUES (${userId(n)}, ${told.username ?? `user_${n}`}, ${told.displayName ?? null}, ${told.status ?? 'active'},
        ${`cosmos1${n}x1`}, ${JSON.stringify(wallets)}::jsonb)`);
    return userId(n);
  };
  const standing = (user: string, points: number, visible = true, scopeId = CAMPAIGN) =>
    owner.execute(sql`
      INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at, visible)
      VALUES (${scopeId}, ${user}, ${points}, 1, 1, ${AT}, ${visible})`);

  beforeAll(async () => {
    service = await startTestService(exports);
    owner = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 2 });
    // Each test starts with empty limits.
    await owner.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
    await owner.execute(sql`INSERT INTO project (id, slug, name) VALUES (${PROJECT}, 'moon', 'Moon')`);
    for (const [id, slug] of [
      [CAMPAIGN, 'launch'],
      [QUIET, 'quiet'],
    ] as const) {
      await owner.execute(
        sql`INSERT INTO campaign (id, project_id, slug, title) VALUES (${id}, ${PROJECT}, ${slug}, 'Launch')`,
      );
    }
    for (const [id, campaignId, slug] of [
      [QUEST, CAMPAIGN, 'say'],
      [OTHER_QUEST, QUIET, 'be-quiet'],
    ] as const) {
      await owner.execute(sql`
        INSERT INTO quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp)
        VALUES (${id}, ${PROJECT}, ${campaignId}, ${slug}, '=Say it to team@example.org', 'custom_manual', 'manual', 10, 1)`);
    }
  }, 60_000);
  afterAll(async () => {
    await owner.onApplicationShutdown();
    await service.stop();
  });
  beforeEach(async () => {
    for (const table of ['points_ledger', 'submission', 'standing', 'earner'])
      await owner.execute(sql`DELETE FROM ${raw(table)}`);
  });

  it('of submissions has every column, oldest first, and those asked for alone', async () => {
    const user = await earner(1, { displayName: 'Ann' });
    const later = await submitted(user, {
      createdAt: '2026-05-02T00:00:00.000Z',
      status: 'rejected',
      reason: 'No link',
    });
    const found = await submitted(user, { inputs: { text: 'Hi, "you"\nand you' } });
    const [first, second] = await rowsOf(submissions());
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
    expect(await rowsOf(submissions({ status: 'claimed', questId: QUEST }))).toEqual([second]);
    expect(await rowsOf(submissions({ status: 'pending' }))).toEqual([]);
    expect(await refusal(submissions({ questId: OTHER_QUEST }))).toBe('VALIDATION_FAILED');
  });

  it('of a leaderboard ranks by points and has the suspended in their places', async () => {
    const users = [await earner(1), await earner(2, { status: 'suspended' }), await earner(3)];
    for (const [index, points] of [10, 30, 20].entries()) {
      await standing(users[index] as string, points, index !== 1);
      await submitted(users[index] as string);
    }
    await submitted(users[0] as string);
    const rows = await rowsOf(leaderboard());
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
    expect(await rowsOf(leaderboard(QUIET))).toEqual([]);
  });

  it('has two account statuses: deleted and merged accounts are suspended', async () => {
    const statuses = ['active', 'suspended', 'deleted', 'merged'];
    for (const [n, status] of statuses.entries()) {
      const user = await earner(n, { status });
      await standing(user, 10 - n);
      const submissionId = await submitted(user);
      await owner.execute(sql`
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp, created_at)
        VALUES (${newId()}, 'credit', ${submissionId}, 1, ${PROJECT}, ${CAMPAIGN}, ${QUEST}, ${user}, '', ${10 - n}, 1,
          ${AT})`);
    }
    const asked = { projectId: PROJECT, campaignId: CAMPAIGN, asOf: AT };
    const files = [
      () => leaderboard(),
      () => participants(CAMPAIGN),
      () => participants(null),
      () => service.call(exportLeaderboard, asked),
      () => service.call(exportParticipants, { ...asked, campaignId: null }),
    ];
    for (const file of files) {
      const rows = await rowsOf(file());
      expect(rows.map((row) => row['account_status'])).toEqual(['active', 'suspended', 'suspended', 'suspended']);
    }
  });

  it('of participants contains every earner with a submission, in a campaign or in the project', async () => {
    const [one, two] = [await earner(1), await earner(2)];
    await submitted(one, { createdAt: '2026-05-03T00:00:00.000Z' });
    await submitted(one, { status: 'rejected' });
    await submitted(one, { campaignId: QUIET, questId: OTHER_QUEST });
    await submitted(two, { campaignId: QUIET, questId: OTHER_QUEST, status: 'pending' });
    await standing(one, 10);
    await standing(one, 20, true, PROJECT);
    expect(await rowsOf(participants(CAMPAIGN))).toEqual([
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
    const all = await rowsOf(participants(null));
    expect(all.map((row) => [row['user_public_id'], row['campaigns'], row['submissions'], row['points']])).toEqual([
      [one, 'launch; quiet', '3', '20'],
      [two, 'quiet', '1', '0'],
    ]);
    expect(Object.keys(all[0] ?? {})[6]).toBe('campaigns');
  });

  it('of participants comes as JSON for old clients, whatever its size', async () => {
    await submitted(await earner(1, { displayName: 'Ann "A" Lee, жук 🚀' }));
    await owner.execute(sql`
      WITH added AS (
        INSERT INTO earner (user_id, username, display_name)
        SELECT 'svcuser_' || md5(n::text), 'many_' || n, repeat('жук 🚀', 10) FROM generate_series(1, 8000) n
        RETURNING user_id
      )
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        inputs)
      SELECT uuidv7(), ${PROJECT}, ${CAMPAIGN}, ${QUEST}, user_id, 'once', 'custom_manual', 'manual', 'pending', '{}'
      FROM added`);
    const ticket = await legacy();
    expect(ticket.fileName).toMatch(/^moon-all-participants-\d{4}-\d\d-\d\d\.json$/);
    const { filename, csv, ...others } = JSON.parse(await fileOf(ticket)) as Record<string, string>;
    expect([filename, others]).toEqual([ticket.fileName.replace('json', 'csv'), {}]);
    expect(csv).toBe(await fileOf(participants(null)));
    expect(await cellsOf(csv ?? '')).toHaveLength(1 + 1 + 8_000);
  });

  const distribution = () => service.call(exportDistribution, { projectId: PROJECT, campaignId: CAMPAIGN });

  it('of payouts is the header alone without a plan', async () => {
    expect(await fileOf(distribution())).toBe(
      '\uFEFFrank,user_public_id,username,payout_address,payout_address_source,points,share_pct,amount_base,amount_display,' +
        'denom,symbol,status,tx_hash,batch,excluded_reason,paid_at\r\n',
    );
  });

  it('of payouts has the rows of the current plan, with exact amounts and no formula', async () => {
    const names = ['=cmd', 'b', 'c'];
    const users = await Promise.all(names.map((username, n) => earner(n, { username })));
    const pool = { denom: 'ibc/=1', symbol: '=SUM(A1)', decimals: 18 };
    const plan = async (version: number, status: string) => {
      const id = newId();
      await owner.execute(sql`
        INSERT INTO escrow.payout_plan (id, campaign_id, project_id, version, kind, status, planned_at, pool, total)
        VALUES (${id}, ${CAMPAIGN}, ${PROJECT}, ${version}, 'final', ${status}, now(), ${JSON.stringify(pool)}::jsonb,
          300000000000000000000000000000000000001)`);
      return id;
    };
    const old = await plan(1, 'superseded');
    const current = await plan(2, 'ready');
    const amount = '200000000000000000000000000000000000001';
    const txHash = 'AB'.repeat(32);
    await owner.execute(sql`
      INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, excluded_reason, status,
        tx_hash, batch, paid_at)
      VALUES (${old}, 1, ${users[0]}, 9, 'wasm1x', 'wallet', 1, NULL, 'pending', NULL, NULL, NULL),
        (${current}, 2, ${users[1]}, 20, 'wasm1b', 'derived', 1500000000000000000, NULL, 'pending', NULL, 3, NULL),
        (${current}, 1, ${users[0]}, 30, 'wasm1a', 'wallet', ${amount}, NULL, 'paid', ${txHash}, NULL, ${AT}),
        (${current}, 3, ${users[2]}, 10, NULL, NULL, NULL, 'no_payout_address', 'excluded', NULL, NULL, NULL)`);
    const rows = await rowsOf(distribution());
    await owner.execute(sql`DELETE FROM escrow.payout_plan`);
    const asset = { denom: 'ibc/=1', symbol: "'=SUM(A1)" };
    expect(rows).toEqual([
      {
        ...{ rank: '1', user_public_id: users[0], username: "'=cmd", payout_address: 'wasm1a', points: '30' },
        ...{ payout_address_source: 'wallet', share_pct: '66.666667', amount_base: amount, ...asset, batch: '' },
        ...{ amount_display: '200000000000000000000.000000000000000001', status: 'paid', tx_hash: txHash },
        ...{ excluded_reason: '', paid_at: AT },
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
        ...{ status: 'pending', tx_hash: '', batch: '3', excluded_reason: '', paid_at: '' },
      },
      {
        ...{ rank: '3', user_public_id: users[2], username: 'c', payout_address: '', points: '10', share_pct: '0' },
        ...{ payout_address_source: '', amount_base: '0', amount_display: '0', ...asset, status: 'excluded' },
        ...{ tx_hash: '', batch: '', excluded_reason: 'no_payout_address', paid_at: '' },
      },
    ]);
  });

  describe('of payouts', () => {
    const SIGN = '=+@＝＋－＠﹦﹢﹣﹫-';
    const MANY = 3_000;
    const planId = newId();
    const plan = (symbol = 'ATOM') =>
      owner.execute(sql`
        INSERT INTO escrow.payout_plan (id, campaign_id, project_id, version, kind, status, planned_at, pool, total)
        VALUES (${planId}, ${CAMPAIGN}, ${PROJECT}, 1, 'final', 'ready', now(),
          ${JSON.stringify({ denom: 'uatom', symbol, decimals: 6 })}::jsonb, 100)`);
    afterEach(() => owner.execute(sql`DELETE FROM escrow.payout_plan`));

    it('A-80 keeps every name, address and hash as it is, and turns none into a formula', async () => {
      const signs = fc.string({ unit: fc.constantFrom(...`;\t\r\n'",${SIGN}a 🚀`), maxLength: 12 });
      const any = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !one.includes('\0'));
      const texts = [...new Set(fc.sample(fc.oneof(signs, any), 300))].filter((one) => one !== '');
      await plan('=HYPERLINK(1)');
      await owner.execute(sql`
        WITH told AS (SELECT told, n FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (told, n)), added AS (
          INSERT INTO earner (user_id, username) SELECT 'svcuser_' || lpad(to_hex(n), 32, '0'), told FROM told
        )
        INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, status, tx_hash)
        SELECT ${planId}, n, 'svcuser_' || lpad(to_hex(n), 32, '0'), 1, told, 'wallet', 1, 'pending', told FROM told`);
      const rows = await rowsOf(distribution());
      for (const column of ['username', 'payout_address', 'tx_hash']) {
        expect(rows.map((row) => exportedText(row[column] ?? ''))).toEqual(texts);
      }
      expect(new Set(rows.map((row) => row['symbol']))).toEqual(new Set(["'=HYPERLINK(1)"]));
      const isFormula = new RegExp(`^[\\t\\r\\n]|(^|[;\\t\\r\\n]"*)[${SIGN}]`);
      expect(rows.flatMap((row) => Object.values(row)).filter((cell) => isFormula.test(cell))).toEqual([]);
    });

    /** Enough rows to fill the sockets, so that the export waits for its reader. */
    const manyPayouts = async () => {
      await plan();
      await owner.execute(sql`
        INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, status, tx_hash)
        SELECT ${planId}, n, 'svcuser_' || lpad(to_hex(n), 32, '0'), 1, 'cosmos1' || n, 'wallet', 1, 'pending',
          repeat('A', 8000)
        FROM generate_series(1, ${MANY}::integer) n`);
    };
    const manifests = async () => {
      const { items } = await service.call(listExportManifests, {
        projectId: PROJECT,
        kind: 'distribution',
        limit: 100,
      });
      return items.map(({ id }) => id);
    };

    it('A-82 leaves no manifest when its reader leaves, and frees its place', async () => {
      await manyPayouts();
      const before = await manifests();
      for (let n = 0; n < 3; n += 1) {
        const gone = new AbortController();
        const reading = await open(await distribution(), gone.signal);
        reading.on('error', () => undefined);
        await once(reading, 'readable');
        await leave(gone);
      }
      expect(await manifests()).toEqual(before);
      const ticket = await distribution();
      expect((await fileOf(ticket)).split('\r\n')).toHaveLength(1 + MANY + 1);
      expect(await manifests()).toEqual([ticket.manifestId, ...before]);
    });

    it('A-84 is of one moment, whatever is paid while it runs', async () => {
      await manyPayouts();
      const reading = await open(await distribution());
      await once(reading, 'readable');
      await owner.execute(sql`UPDATE escrow.payout SET status = 'paid', paid_at = now(), tx_hash = 'AB'`);
      const file = await text(reading);
      expect(file.split('\r\n')).toHaveLength(1 + MANY + 1);
      expect(file).not.toContain('paid,');
      expect(await fileOf(distribution())).toContain('paid,AB');
    });

    it('A-83 has a name of slugs and the day', async () => {
      expect((await distribution()).fileName).toMatch(/^moon-launch-distribution-\d{4}-\d\d-\d\d\.csv$/);
      const elsewhere = { projectId: randomUUID(), campaignId: CAMPAIGN };
      expect(await refusal(service.call(exportDistribution, elsewhere))).toBe('NOT_FOUND');
    });
  });

  it('is called by project, campaign, kind and day, and there is none of a campaign elsewhere', async () => {
    expect((await leaderboard()).fileName).toMatch(/^moon-launch-leaderboard-\d{4}-\d\d-\d\d\.csv$/);
    expect((await participants(null)).fileName).toMatch(/^moon-all-participants-\d{4}-\d\d-\d\d\.csv$/);
    expect(await refusal(leaderboard(randomUUID()))).toBe('NOT_FOUND');
    const elsewhere = { projectId: randomUUID(), campaignId: CAMPAIGN };
    expect(await refusal(service.call(exportLeaderboard, elsewhere))).toBe('NOT_FOUND');
  });

  it('A-80 turns no cell into a formula, and keeps every other text as it is', async () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t1',
      '\r1',
      '\n1',
      '＝1',
      '＋1',
      '－1',
      '＠A',
      '﹦1',
      '﹢1',
      '﹣1',
      '﹫A',
    ];
    const plain = [
      'Ann',
      '1-1',
      'a=b',
      ' =1',
      '',
      "'",
      '"',
      'a,b',
      'a;b',
      'Ann "A" Lee',
      '\u200f=',
      '🚀',
      'NULL',
      '\\.',
    ];
    for (const [n, displayName] of [...hostile, ...plain].entries()) {
      await submitted(await earner(n, { displayName }), { status: 'rejected', reason: displayName });
    }
    const file = await fileOf(submissions());
    expect(file.startsWith('\uFEFFsubmission_id,')).toBe(true);
    const rows = (await cellsOf(file)).slice(1);
    expect(rows.map((row) => row[18])).toEqual([...hostile.map((value) => `'${value}`), ...plain]);
    for (const [index, row] of rows.entries()) if (index < hostile.length) expect(row[13]).toBe(`'${hostile[index]}`);
  });

  it('A-80 turns no part of a cell into a formula where a program splits rows at `;` or tabs and ignores the quotes', async () => {
    const inner = [
      ['x;=1+1;y', "x;'=1+1;y"],
      ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
      ['x\n+1', "x\n'+1"],
      ['x\r\n-1', "x\r\n'-1"],
      ['x\r\ny', 'x\r\ny'],
      ['x;"=1', 'x;"\'=1'],
      ['x;\t=1', "x;\t'=1"],
      ['\t=1', "'\t'=1"],
      ['x;＝1', "x;'＝1"],
      ["x;'=1", "x;''=1"],
      ["'=1", "''=1"],
      ['x; =1', 'x; =1'],
      ['a=b;c-d', 'a=b;c-d'],
    ] as const;
    for (const [n, [displayName]] of inner.entries()) {
      const user = await earner(n, { displayName });
      await submitted(user, { status: 'rejected', reason: displayName, inputs: { text: displayName } });
      await standing(user, 1);
    }
    const rows = await rowsOf(submissions());
    expect(rows.map((row) => row['reject_reason'])).toEqual(inner.map(([, guarded]) => guarded));
    for (const ticket of [leaderboard(), participants(CAMPAIGN)]) {
      expect(new Set((await rowsOf(ticket)).map((row) => row['display_name']))).toEqual(
        new Set(inner.map(([, guarded]) => guarded)),
      );
    }
    const inputs = rows.map((row) => JSON.parse(exportedText(row['inputs_json'] ?? '')) as object);
    expect(inputs).toEqual(inner.map(([text]) => ({ text })));
    expect(rows[0]?.['inputs_json']).toContain("x;'=1+1;y");
  });

  it('keeps every text: the SDK restores it, and no cell begins with a formula character', async () => {
    const signs = fc.string({ unit: fc.constantFrom(...';\t\r\n\'"=+-@＝﹫a ,🚀'), maxLength: 12 });
    const any = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !/[\0@＠﹫%]/u.test(one));
    const texts = fc.sample(fc.oneof(signs, any), 2_000);
    await owner.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        reason, inputs)
      SELECT lpad(to_hex(n), 32, '0')::uuid, ${PROJECT}, ${CAMPAIGN}, ${QUEST}, ${await earner(1)}, n::text,
        'custom_manual', 'manual', 'rejected', told, '{}'
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (told, n)`);
    const cells = (await rowsOf(submissions())).map((row) => row['reject_reason'] ?? '');
    expect(cells.map(exportedText)).toEqual(texts);
    expect(cells.filter((cell) => /^[\t\r\n]|(^|[;\t\r\n]"*)[=+@＝＋－＠﹦﹢﹣﹫-]/.test(cell))).toEqual([]);
  });

  it('says again what csv-spectrum says, cell by cell', async () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('csv-spectrum')), 'json');
    const known = readdirSync(folder).flatMap(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>[],
    );
    const cells = [...new Set(known.flatMap((row) => Object.values(row)))].filter((cell) => !/^[\s=+@-]/.test(cell));
    expect(cells.length).toBeGreaterThan(20);
    for (const [n, displayName] of cells.entries()) await submitted(await earner(n, { displayName }));
    const rows = await rowsOf(submissions());
    expect(rows.map((row) => row['display_name'])).toEqual(cells);
  });

  it('A-81 has no e-mail address, wherever one was written', async () => {
    const addresses = [
      'ann@example.org',
      'Ann.Lee+x@mail.example.co',
      'ann＠example.org',
      'ann%40example.org',
      'жук@пример.рф',
      'ann@EXAMPLE.ORG',
      'ann.lee@a-b.example.museum',
    ];
    for (const [n, address] of addresses.entries()) {
      const user = await earner(n, { displayName: `I am ${address}` });
      await submitted(user, {
        status: 'rejected',
        reason: `write to <${address}>, please`,
        inputs: { email: address, text: `a: ${address};b`, [address]: 1 },
      });
      await standing(user, 1);
    }
    const files = await Promise.all([leaderboard(), participants(CAMPAIGN)].map(fileOf));
    files.push(await fileOf(submissions()));
    for (const file of files) for (const address of addresses) expect(file).not.toContain(address);
    expect(files.at(-1)).toContain('write to <[e-mail]>, please');
  });

  it('keeps names of accounts and addresses of pages', async () => {
    const user = await earner(1);
    const inputs = { handle: '@ann', page: 'https://medium.example/@ann/post' };
    await submitted(user, { inputs });
    const [row] = await rowsOf(submissions());
    expect(JSON.parse(row?.['inputs_json'] ?? '')).toEqual(inputs);
  });

  describe('of an earlier moment', () => {
    const minute = (n: number) => new Date(Date.parse(AT) + n * 60_000).toISOString();
    const credit = fc.record({
      user: fc.nat({ max: 3 }),
      isQuiet: fc.boolean(),
      points: fc.nat({ max: 20 }),
      at: fc.nat({ max: 9 }),
      /** Minutes between credit and reversal; null: not reversed. */
      takenBackAfter: fc.option(fc.nat({ max: 6 }), { freq: 2 }),
    });
    type Credit = typeof credit extends fc.Arbitrary<infer T> ? T : never;
    const xpOf = ({ points }: Credit) => points + 1;
    const stands = ({ at, takenBackAfter }: Credit, asOf: number) =>
      at <= asOf && (takenBackAfter === null || at + takenBackAfter > asOf);
    const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

    /** The expected sums of each earner at a moment. */
    const stateAt = (credits: Credit[], asOf: number) =>
      [0, 1, 2, 3].flatMap((user) => {
        const own = credits.filter((one) => one.user === user && one.at <= asOf);
        const standing = own.filter((one) => stands(one, asOf));
        return own.length === 0
          ? []
          : {
              user: userId(user),
              submissions: own.length,
              completions: standing.length,
              quests: new Set(standing.map(({ isQuiet }) => isQuiet)).size,
              points: sum(standing.map(({ points }) => points)),
              xp: sum(standing.map(xpOf)),
              first: Math.min(...own.map(({ at }) => at)),
              last: Math.max(...own.map(({ at }) => at)),
              lastCredit: Math.max(...standing.map(({ at }) => at)),
            };
      });

    const happened = async (credits: Credit[]) => {
      for (const table of ['points_ledger', 'submission', 'standing'])
        await owner.execute(sql`DELETE FROM ${raw(table)}`);
      for (const one of credits) {
        const { user, isQuiet, points, at, takenBackAfter } = one;
        const [campaignId, questId] = isQuiet ? [QUIET, OTHER_QUEST] : [CAMPAIGN, QUEST];
        const submissionId = await submitted(userId(user), {
          ...{ campaignId, questId, createdAt: minute(at), status: takenBackAfter === null ? 'claimed' : 'reversed' },
        });
        const entry = (kind: string, sign: number, when: number) => sql`
          INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
            period_key, points, xp, created_at)
          VALUES (${newId()}, ${kind}, ${submissionId}, 1, ${PROJECT}, ${campaignId}, ${questId}, ${userId(user)}, '',
            ${sign * points}, ${sign * xpOf(one)}, ${minute(when)})`;
        await owner.execute(entry('credit', 1, at));
        if (takenBackAfter !== null) await owner.execute(entry('reversal', -1, at + takenBackAfter));
      }
      for (const [scopeId, ofScope] of [
        [PROJECT, credits],
        [CAMPAIGN, credits.filter(({ isQuiet }) => !isQuiet)],
        [QUIET, credits.filter(({ isQuiet }) => isQuiet)],
      ] as const) {
        for (const { user, points, xp, completions, lastCredit } of stateAt(ofScope, Infinity)) {
          await owner.execute(sql`
            INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
            VALUES (${scopeId}, ${user}, ${points}, ${xp}, ${completions},
              ${completions === 0 ? '-infinity' : minute(lastCredit)})`);
        }
      }
    };

    it('has what the ledger had then, and today the same as without a moment', async () => {
      for (let n = 0; n < 4; n += 1) await earner(n);
      const property = fc.asyncProperty(
        fc.array(credit, { maxLength: 8 }),
        fc.nat({ max: 13 }),
        async (credits, asOf) => {
          await happened(credits);
          const then = { projectId: PROJECT, asOf: minute(asOf) };
          const ofLaunch = credits.filter(({ isQuiet }) => !isQuiet);

          const board = await rowsOf(service.call(exportLeaderboard, { ...then, campaignId: CAMPAIGN }));
          const ranked = stateAt(ofLaunch, asOf)
            .filter(({ completions }) => completions > 0)
            .sort((a, b) => b.points - a.points || a.lastCredit - b.lastCredit || (a.user < b.user ? -1 : 1));
          const total = sum(ranked.map(({ points }) => points));
          expect(board.map((row) => [row['user_public_id'], row['points'], row['xp'], row['completions']])).toEqual(
            ranked.map(({ user, points, xp, completions }) => [user, `${points}`, `${xp}`, `${completions}`]),
          );
          expect(board.map((row) => [row['rank'], row['quests_completed'], row['last_verified_at']])).toEqual(
            ranked.map(({ lastCredit }, index) => [`${index + 1}`, '1', minute(lastCredit)]),
          );
          for (const [index, row] of board.entries()) {
            const points = ranked[index]?.points ?? 0;
            expect(Number(row['share_pct'])).toBeCloseTo(total === 0 ? 0 : (100 * points) / total, 5);
          }

          const people = await rowsOf(service.call(exportParticipants, { ...then, campaignId: null }));
          const columns = ['user_public_id', 'submissions', 'completions', 'quests_completed', 'points', 'xp'];
          expect(people.map((row) => columns.map((name) => row[name]))).toEqual(
            stateAt(credits, asOf).map((one) => [
              ...[one.user, `${one.submissions}`, `${one.completions}`, `${one.quests}`, `${one.points}`, `${one.xp}`],
            ]),
          );
          expect(people.map((row) => [row['first_activity'], row['last_activity']])).toEqual(
            stateAt(credits, asOf).map(({ first, last }) => [minute(first), minute(last)]),
          );

          const today = { projectId: PROJECT, asOf: minute(60) };
          expect(await fileOf(service.call(exportLeaderboard, { ...today, campaignId: CAMPAIGN }))).toBe(
            await fileOf(leaderboard()),
          );
          for (const campaignId of [null, CAMPAIGN]) {
            expect(await fileOf(service.call(exportParticipants, { ...today, campaignId }))).toBe(
              await fileOf(participants(campaignId)),
            );
          }
        },
      );
      // A credit counts until the moment of its reversal.
      const takenBack = { user: 0, isQuiet: false, points: 5, at: 1, takenBackAfter: 3 };
      await fc.assert(property, { numRuns: 8, examples: [[[takenBack], 2]] });
    });

    it('is called by its day, is in the manifest, and is none that has not come', async () => {
      const asOf = '2026-04-30T23:00:00-02:00';
      const ticket = await service.call(exportLeaderboard, { projectId: PROJECT, campaignId: CAMPAIGN, asOf });
      expect(ticket.fileName).toBe('moon-launch-leaderboard-2026-05-01.csv');
      await fileOf(ticket);
      const kept = await service.call(getExportManifest, { projectId: PROJECT, manifestId: ticket.manifestId ?? '' });
      expect(kept.filters).toEqual({ asOf: '2026-05-01T01:00:00Z' });
      const early = { projectId: PROJECT, campaignId: CAMPAIGN, asOf: new Date(Date.now() + 60_000).toISOString() };
      expect(await refusal(service.call(exportLeaderboard, early))).toBe('VALIDATION_FAILED');
      expect(await refusal(service.call(exportParticipants, early))).toBe('VALIDATION_FAILED');
    });
  });

  it('A-84 is of one moment, whatever is written while it runs', async () => {
    const user = await earner(1);
    await many(user, 3_000);
    const reading = await open(await submissions());
    await once(reading, 'readable');
    await submitted(user);
    // None of their cells has a line break; the last element is empty.
    expect((await text(reading)).split('\r\n')).toHaveLength(1 + 3_000 + 1);
  });

  /** Enough rows to fill the sockets, so that the export waits for its reader. */
  const many = (user: string, count: number) =>
    owner.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
        status, inputs)
      SELECT gen_random_uuid(), ${PROJECT}, ${CAMPAIGN}, ${QUEST}, ${user}, n::text, 'custom_manual', 'manual', 'pending',
        jsonb_build_object('text', repeat('x', 8000))
      FROM generate_series(1, ${count}::integer) n`);
  const running = async () => {
    const row = await owner.row<{ count: string }>(sql`
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`);
    return Number(row?.count);
  };

  /** Milliseconds from the disconnection of the reader until the database works no more for it. */
  const leave = async (gone: AbortController) => {
    expect(await running()).toBe(1);
    const left = performance.now();
    gone.abort();
    await waitFor(async () => (await running()) === 0);
    return performance.now() - left;
  };

  describe('has a manifest', () => {
    const manifest = (manifestId = '') => service.call(getExportManifest, { projectId: PROJECT, manifestId });
    const manifests = async (filter: Partial<RequestOf<typeof listExportManifests>> = {}) => {
      const { items } = await service.call(listExportManifests, { projectId: PROJECT, limit: 100, ...filter });
      return items;
    };
    const by = (operation: string): Caller => ({
      operation,
      principal: { family: 'api_key', apiKeyId: QUIET, projectId: PROJECT, scopes: ['exports:read'] },
    });

    it('that describes it, once it was sent completely', async () => {
      const user = await earner(1, { displayName: 'жук' });
      for (let n = 0; n < 3; n += 1) await submitted(user, { status: 'rejected', reason: 'a\nb' });
      const asked = { projectId: PROJECT, campaignId: CAMPAIGN, status: 'rejected', questId: QUEST } as const;
      const ticket = await service.call(exportSubmissions, asked, by('exportSubmissions'));
      expect(await refusal(manifest(ticket.manifestId))).toBe('NOT_FOUND');
      const file = await buffer(await open(ticket));
      const kept = await manifest(ticket.manifestId);
      expect(kept).toEqual({
        id: ticket.manifestId,
        kind: 'submissions',
        projectId: PROJECT,
        campaignId: CAMPAIGN,
        filters: { status: 'rejected', questId: QUEST },
        fileName: ticket.fileName,
        exportedBy: { type: 'api_key', id: QUIET },
        brokenOff: null,
        rows: 3,
        bytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
        ledgerEntries: 0,
        readAt: expect.any(String) as string,
        finishedAt: expect.any(String) as string,
      });
      expect(Date.parse(kept.readAt)).toBeLessThanOrEqual(Date.parse(kept.finishedAt));
      expect(await manifests({ sha256: kept.sha256 ?? undefined })).toEqual([kept]);
      expect(await service.db.row(sql`SELECT type, data FROM outbox WHERE aggregate_id = ${kept.id}`)).toEqual({
        type: 'export.finished',
        data: {
          ...{ manifestId: kept.id, projectId: PROJECT, campaignId: CAMPAIGN },
          ...{ kind: 'submissions', fileName: kept.fileName },
        },
      });
      const elsewhere = { projectId: randomUUID(), manifestId: kept.id };
      expect(await refusal(service.call(getExportManifest, elsewhere))).toBe('NOT_FOUND');
    });

    it('found by campaign, kind, who asked and hash, newest first and page by page', async () => {
      const before = new Set((await manifests()).map(({ id }) => id));
      const tickets = [await leaderboard(), await leaderboard(QUIET), await participants(null)];
      for (const ticket of tickets) await fileOf(ticket);
      const [first, second, third] = tickets.map(({ manifestId }) => manifestId);
      const idsOf = (found: ExportManifest[]) => found.map(({ id }) => id).filter((id) => !before.has(id));
      expect(idsOf(await manifests())).toEqual([third, second, first]);
      expect(idsOf(await manifests({ kind: 'leaderboard' }))).toEqual([second, first]);
      expect(idsOf(await manifests({ campaignId: QUIET }))).toEqual([second]);
      expect(idsOf(await manifests({ exportedById: QUIET }))).toEqual([]);
      const page = await service.call(listExportManifests, { projectId: PROJECT, limit: 2 });
      const next = { projectId: PROJECT, limit: 1, cursor: page.nextCursor ?? '' };
      expect((await service.call(listExportManifests, next)).items).toMatchObject([{ id: first }]);
    });

    it('of the CSV file when it was sent inside of JSON, and none when its reader left', async () => {
      await many(await earner(1), 3_000);
      const before = await manifests();
      const ticket = await submissions();
      const reading = await open(ticket);
      await once(reading, 'readable');
      reading.destroy();
      await waitFor(async () => (await running()) === 0);
      expect(await manifests()).toEqual(before);
      const { csv = '' } = JSON.parse(await fileOf(legacy())) as Record<string, string>;
      const sha256 = createHash('sha256').update(csv).digest('hex');
      // A page has 100 manifests.
      expect(await manifests()).toMatchObject([
        { kind: 'participants', rows: 1, bytes: Buffer.byteLength(csv), sha256 },
        ...before.slice(0, 99),
      ]);
    });

    it('that says why, when it ended because a migration waits, and new ones are refused until then', async () => {
      await many(await earner(1), 3_000);
      const ticket = await service.call(
        exportSubmissions,
        { projectId: PROJECT, campaignId: CAMPAIGN },
        by('exportSubmissions'),
      );
      const reading = await open(ticket);
      await once(reading, 'readable');
      const later = await submissions();
      const migrator = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 1 });
      await migrator.execute(raw(TELL_MIGRATION_WAITS));
      await waitFor(async () => (await running()) === 0);
      await expect(text(reading)).rejects.toThrow('aborted');
      await expect(open(later)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 10 } });
      await migrator.onApplicationShutdown();
      const kept = await waitFor(() => manifest(ticket.manifestId).catch(() => undefined));
      expect(kept).toMatchObject({ brokenOff: 'upgrade', rows: null, sha256: null, exportedBy: { id: QUIET } });
      expect(kept.bytes).toBeGreaterThan(0);
      expect((await manifests())[0]).toEqual(kept);
      expect(await service.db.rows(sql`SELECT FROM outbox WHERE aggregate_id = ${kept.id}`)).toEqual([]);
      await fileOf(await submissions());
    });

    it('that says why, when its reader took nothing, whose place is free then', async () => {
      const strict = await startTestService(exports, { env: { EXPORT_STALL_SECONDS: '1' }, beside: service });
      await many(await earner(1), 3_000);
      const asked = { projectId: PROJECT, campaignId: CAMPAIGN };
      const ticket = await strict.call(exportSubmissions, asked, by('exportSubmissions'));
      const reading = await open(ticket);
      await once(reading, 'readable');
      await waitFor(async () => (await running()) === 0);
      await expect(text(reading)).rejects.toThrow('aborted');
      const kept = await waitFor(() => manifest(ticket.manifestId).catch(() => undefined));
      expect(kept).toMatchObject({ brokenOff: 'stalled', rows: null, sha256: null, exportedBy: { id: QUIET } });
      expect((await manifests())[0]).toEqual(kept);
      await strict.stop();
    }, 20_000);

    it.each(BROKEN_OFF_REASONS)('that can say %s', async (brokenOff) => {
      const known = {
        kind: 'leaderboard',
        projectId: PROJECT,
        campaignId: null,
        filters: {},
        fileName: 'a.csv',
      } as const;
      const state = { rows: null, sha256: null, bytes: 1, ledgerEntries: '0', readAt: new Date() };
      await service.get(ManifestsRepository).add({ id: newId(), ...known, ...state, brokenOff });
      expect((await manifests())[0]).toMatchObject({ brokenOff });
    });

    it('before its end is sent: if none can be stored, the connection breaks', async () => {
      await earner(1);
      const asked = await leaderboard();
      await service.asOwner().execute(sql`ALTER TABLE export_manifest RENAME TO put_away`);
      try {
        await expect(open(asked).then(text)).rejects.toThrow('aborted');
      } finally {
        await service.asOwner().execute(sql`ALTER TABLE put_away RENAME TO export_manifest`);
      }
      expect(await refusal(manifest(asked.manifestId))).toBe('NOT_FOUND');
      expect(await refusal(fileOf(leaderboard()))).toBe('done');
    });

    it('that never changes', async () => {
      await fileOf(leaderboard());
      const changed = service.db.execute(sql`UPDATE export_manifest SET rows = 0`);
      await expect(changed).rejects.toThrow('permission denied');
      await expect(service.asOwner().execute(sql`DELETE FROM export_manifest`)).rejects.toThrow('append-only');
    });
  });

  it('A-82 ends in the database within 2 s when its reader leaves, and frees its place', async () => {
    await many(await earner(1), 3_000);
    const gone = new AbortController();
    const reading = await open(await submissions(), gone.signal);
    reading.on('error', () => undefined);
    await once(reading, 'readable');
    expect(await leave(gone)).toBeLessThan(2_000);
    expect(await refusal(open(await submissions()).then((bytes) => bytes.destroy()))).toBe('done');
  });

  it('A-82 ends in the database within 2 s when its reader leaves before the first row', async () => {
    const gone = new AbortController();
    await owner.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE submission IN ACCESS EXCLUSIVE MODE`);
      const opened = refusal(open(await submissions(), gone.signal));
      await waitFor(async () => (await running()) === 1);
      expect(await leave(gone)).toBeLessThan(2_000);
      expect(await opened).toBe('SERVICE_UNAVAILABLE');
    });
  });

  it('A-82 breaks off when the database ends it in the middle: never a shorter file', async () => {
    await many(await earner(1), 3_000);
    const reading = await open(await submissions());
    await once(reading, 'readable');
    await owner.execute(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`);
    await expect(text(reading)).rejects.toThrow('aborted');
  });

  it('runs twice at a time for one project, and no more', async () => {
    await many(await earner(1), 3_000);
    const tickets = await Promise.all(Array.from({ length: 8 }, () => submissions()));
    const opened = await Promise.allSettled(tickets.map((ticket) => open(ticket)));
    const done = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = opened.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
    expect(done).toHaveLength(2);
    for (const { code, details } of refused) {
      expect({ code, retryAfter: details.retryAfter }).toEqual({ code: 'RATE_LIMITED', retryAfter: 5 });
    }
    for (const bytes of done) bytes.destroy();
    await waitFor(async () => (await running()) === 0);
  });
});
