import {
  getLeaderboard,
  previewAccountMerge,
  releaseAccountMerge,
  reserveAccountMerge,
  verifySecretCode,
} from '@questp/messages/quests';
import { insertInto, newId, raw, sql } from '@questp/postgres';
import fc from 'fast-check';
import { errorOf, newUserId, race } from '../../testing/quests.fixture.js';
import { EarnersRepository } from '../../people/earners/earners.repository.js';
import { wrongSums } from '../../testing/aggregates.fixture.js';
import { startStory, type Story } from '../../testing/story.fixture.js';
import { RecheckPending } from '../../verification/rechecks/recheck-pending.js';
import { AccountMergesRepository } from './account-merges.repository.js';
import { SettleMerges } from './settle-merges.js';

const STATUSES = ['claimed', 'claimed', 'in_review', 'pending', 'rejected', 'reversed'] as const;

interface Handed {
  who: 0 | 1;
  quest: number;
  period: number;
  status: (typeof STATUSES)[number];
  daysAgo: number;
}

/** Submissions of two accounts, one of each for a quest and a period. */
const HISTORY = fc.uniqueArray(
  fc.record<Handed>({
    who: fc.constantFrom(0, 1),
    quest: fc.nat(2),
    period: fc.nat(2),
    status: fc.constantFrom(...STATUSES),
    daysAgo: fc.nat(40),
  }),
  { maxLength: 12, selector: ({ who, quest, period }) => `${who} ${quest} ${period}` },
);
const POINTS = [10, 25, 40];

describe('merges of accounts', () => {
  let story: Story;
  let quests: Story['quests'];
  let questIds: string[];
  beforeAll(async () => {
    story = await startStory();
    ({ quests } = story);
    await quests.get(SettleMerges).beforeApplicationShutdown();
    await quests.get(RecheckPending).beforeApplicationShutdown();
    questIds = [await story.addCode(10), await story.addCode(25, { maxCompletions: 100_000 }), await story.addCode(40)];
  }, 60_000);
  afterAll(() => quests.stop());

  /** As it would be by now. */
  const handIn = async (userId: string, { quest, period, status, daysAgo }: Handed) => {
    const at = sql`(date_trunc('day', now(), 'UTC') + interval '1 minute' - make_interval(days => ${daysAgo}))`;
    const isCredited = status === 'claimed' || status === 'reversed';
    const once = Number(isCredited);
    const id = newId();
    await quests.db.transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
          points_awarded, xp_awarded, credit_no, verified_at, claimed_at, reviewed_by)
        SELECT ${id}::uuid, project_id, campaign_id, id, ${userId}::text, ${`p${period}`}::text, task_type_id, method,
          ${isCredited ? 'claimed' : status}::text, q.points * ${once}::integer, q.xp * ${once}::integer,
          ${once}::integer, CASE WHEN ${isCredited} THEN ${at} END, CASE WHEN ${isCredited} THEN ${at} END, 'team'
        FROM quest q WHERE id = ${questIds[quest]}`);
      if (status === 'pending') {
        const since = sql`now() - make_interval(hours => ${quest})`;
        const dueAt = sql`now() + interval '1 day'`;
        await tx.execute(
          insertInto('pending_check', { submissionId: id, userId, inputs: { code: `of ${id}` }, since, dueAt }),
        );
      }
      if (!isCredited) return;
      await tx.execute(sql`
        UPDATE quest SET completions = completions + 1 WHERE id = ${questIds[quest]} AND max_completions IS NOT NULL`);
      await tx.execute(sql`
        WITH l AS (
          INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
            period_key, points, xp, created_at)
          SELECT ${newId()}::uuid, 'credit', id, 1, project_id, campaign_id, quest_id, user_id, period_key, points_awarded,
            xp_awarded, claimed_at
          FROM submission WHERE id = ${id} RETURNING *
        )
        INSERT INTO standing AS st (scope_id, user_id, points, xp, completions, last_credit_at)
        SELECT scope.id, l.user_id, l.points, l.xp, 1, l.created_at
        FROM l, LATERAL (VALUES (campaign_id), (project_id)) AS scope (id)
        ON CONFLICT (scope_id, user_id) DO UPDATE
        SET points = st.points + excluded.points, xp = st.xp + excluded.xp, completions = st.completions + 1,
          last_credit_at = greatest(st.last_credit_at, excluded.last_credit_at)`);
    });
    if (status === 'reversed') await story.reverse(id);
  };
  const standing = async (userId: string) =>
    await quests.db.row<{ points: string; xp: string; completions: number; lastCreditAt: Date | null }>(sql`
        SELECT coalesce(sum(points), 0)::text AS points, coalesce(sum(xp), 0)::text AS xp,
          coalesce(sum(completions), 0)::integer AS completions,
          max(last_credit_at) FILTER (WHERE completions > 0) AS last_credit_at
        FROM standing WHERE user_id = ${userId} AND scope_id = ${quests.campaignId}`);
  /** Submissions in review or pending, with the owner and inputs of their repeated check. */
  const waiting = (userIds: string[]) =>
    quests.db.rows(sql`
      SELECT s.user_id, s.quest_id, s.period_key, s.status, c.user_id AS whose, c.inputs, c.since
      FROM submission s LEFT JOIN pending_check c ON c.submission_id = s.id
      WHERE s.user_id = ANY(${userIds}) AND s.status IN ('in_review', 'pending')
      ORDER BY 1, 2, 3`);
  const joinTeam = (userId: string) =>
    quests.db.execute(insertInto('project_member', { projectId: quests.projectId, userId, role: 'project_moderator' }));
  const reserve = (survivorId: string, absorbedId: string, mergeId = newId()) =>
    quests.call(reserveAccountMerge, { mergeId, survivorId, absorbedId }).then(() => mergeId);
  const begin = (mergeId: string, state: 'moving' | 'undoing') =>
    quests.db.transaction((tx) => quests.get(AccountMergesRepository).begin(tx, mergeId, state));
  /** Several replicas at once, with what `look` sees after each round. */
  const settle = async (look: () => Promise<void> = () => Promise.resolve()) => {
    const settling = quests.get(SettleMerges);
    while ((await Promise.all([settling.execute(), settling.execute()])).some(Boolean)) await look();
  };
  const expectSound = async () => {
    expect(await quests.violations()).toEqual([]);
    expect(await wrongSums(quests.db)).toEqual([]);
  };
  const settledOf = async (mergeId: string) =>
    (await quests.events('account.merge_settled'))
      .filter((event) => event.mergeId === mergeId)
      .map(({ sums, undone }) => ({ sums, undone }));

  it('A-66 count each quest and period once, keep every sum the ledger has, and go back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(HISTORY, fc.boolean(), async (history, isMember) => {
        const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
        if (isMember) await joinTeam(survivor);
        for (const handed of history) await handIn(handed.who === 0 ? absorbed : survivor, handed);
        await story.fold();
        const before = [await standing(absorbed), await standing(survivor), await waiting([absorbed, survivor])];
        const { sums: foreseen, campaigns } = await quests.call(previewAccountMerge, {
          survivorId: survivor,
          absorbedId: absorbed,
        });
        const because = isMember ? 'TEAM_MEMBER' : 'SAME_PERIOD';
        expect(campaigns.map(({ droppedBecause }) => droppedBecause)).toEqual(
          campaigns.map(({ droppedSubmissions }) => (droppedSubmissions > 0 ? because : null)),
        );

        const mergeId = await reserve(survivor, absorbed);
        await begin(mergeId, 'moving');
        await settle(expectSound);
        await story.fold();
        await expectSound();
        const claimed = history.filter(({ status, who }) => status === 'claimed' && (who === 1 || !isMember));
        const counted = new Map(claimed.map((one) => [`${one.quest} ${one.period}`, POINTS[one.quest] as number]));
        const points = [...counted.values()].reduce((sum, one) => sum + one, 0);
        expect(await standing(survivor)).toMatchObject({ points: String(points), completions: counted.size });
        expect(await standing(absorbed)).toMatchObject({ points: '0', xp: '0', completions: 0 });
        expect(await settledOf(mergeId)).toEqual([{ sums: foreseen, undone: false }]);
        expect(await waiting([absorbed])).toEqual([]);

        await begin(mergeId, 'undoing');
        await settle(expectSound);
        await story.fold();
        await expectSound();
        const after = [await standing(absorbed), await standing(survivor), await waiting([absorbed, survivor])];
        expect(after).toEqual(before);
        expect((await settledOf(mergeId)).at(-1)).toEqual({ sums: foreseen, undone: true });
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('bring a member of the team no points, and give the place of none away that an undo needs', async () => {
    const [absorbed, survivor, third] = [await quests.addEarner(), await quests.addEarner(), await quests.addEarner()];
    const questId = await story.addCode(10, { maxCompletions: 1 });
    await quests.call(verifySecretCode, { userId: absorbed, questId, code: 'sesame' });
    await joinTeam(survivor);
    const preview = await quests.call(previewAccountMerge, { survivorId: survivor, absorbedId: absorbed });
    expect(preview).toMatchObject({
      sums: { submissions: 0, points: '0', droppedSubmissions: 1, droppedPoints: '10' },
      campaigns: [{ droppedBecause: 'TEAM_MEMBER' }],
    });
    const mergeId = await reserve(survivor, absorbed);
    await begin(mergeId, 'moving');
    await settle();
    expect(await standing(survivor)).toMatchObject({ points: '0', completions: 0 });
    await errorOf(quests.call(verifySecretCode, { userId: third, questId, code: 'sesame' }));
    await begin(mergeId, 'undoing');
    await settle();
    expect(await standing(absorbed)).toMatchObject({ points: '10', completions: 1 });
    await story.fold();
    await expectSound();
  });

  it('keep the moment of a credit: what was earned before a window is in none after it', async () => {
    const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
    for (const [period, daysAgo] of [1, 10, 35].entries()) {
      await handIn(absorbed, { who: 0, quest: 0, period, status: 'claimed', daysAgo });
    }
    await begin(await reserve(survivor, absorbed), 'moving');
    await settle();
    await story.fold();
    const boards = await quests.db.rows(sql`
      SELECT days, points::integer FROM board_standing WHERE user_id = ${survivor} AND scope_id = ${quests.projectId}
      ORDER BY days`);
    expect(boards).toEqual([
      { days: 7, points: 10 },
      { days: 30, points: 20 },
    ]);
    expect(await wrongSums(quests.db)).toEqual([]);
  });

  it('A-66 undo one merge after the other, the later one first, when both are asked for at once', async () => {
    const [first, second, third] = [await quests.addEarner(), await quests.addEarner(), await quests.addEarner()];
    const users = [first, second, third];
    for (const [quest, userId] of users.entries()) {
      await handIn(userId, { who: 0, quest, period: 0, status: 'claimed', daysAgo: 3 });
    }
    const before = await Promise.all(users.map(standing));
    const merges = [];
    for (const [survivor, absorbed] of [
      [second, first],
      [third, second],
    ] as const) {
      const mergeId = await reserve(survivor, absorbed);
      await begin(mergeId, 'moving');
      await settle();
      merges.push(mergeId);
    }
    for (const mergeId of merges) await begin(mergeId, 'undoing');
    await settle(expectSound);
    expect(await Promise.all(users.map(standing))).toEqual(before);
  });

  it('let those behind one that fails go first', async () => {
    const pairs = await Promise.all(
      [1, 2].map(async () => [await quests.addEarner(), await quests.addEarner()] as const),
    );
    const mergeIds: string[] = [];
    for (const [absorbed, survivor] of pairs) {
      await handIn(absorbed, { who: 0, quest: 0, period: 0, status: 'claimed', daysAgo: 0 });
      mergeIds.push(await reserve(survivor, absorbed));
    }
    const [failing, behind] = mergeIds.toSorted() as [string, string];
    await quests.asOwner().execute(sql`
      ALTER TABLE account_merge_item ADD CONSTRAINT fails CHECK (merge_id <> ${raw(`'${failing}'`)}) NOT VALID`);
    for (const mergeId of mergeIds) await begin(mergeId, 'moving');
    const settling = quests.get(SettleMerges);
    try {
      await expect(settling.execute()).rejects.toThrow();
      // Once nothing else is due, the failing one is tried again.
      while ((await settledOf(behind)).length === 0) await settling.execute().catch(() => false);
      expect(await settledOf(failing)).toEqual([]);
    } finally {
      await quests.asOwner().execute(sql`ALTER TABLE account_merge_item DROP CONSTRAINT fails`);
    }
    await settle();
    expect(await settledOf(failing)).toEqual([expect.anything()]);
  });

  it('give back what proved the submissions that go, and nothing of what proved the others', async () => {
    const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
    for (const [period, userId] of [absorbed, survivor].entries()) {
      await handIn(userId, { who: 0, quest: 0, period, status: 'claimed', daysAgo: 3 });
      const subject = { questId: questIds[0], kind: 'wallet', subject: userId, userId, periodKey: `p${period}` };
      await quests.db.execute(insertInto('completion_subject', subject));
    }
    const owners = async () => {
      const rows = await quests.db.rows<{ subject: string; userId: string }>(sql`
        SELECT subject, user_id FROM completion_subject WHERE subject IN (${absorbed}, ${survivor})`);
      return Object.fromEntries(rows.map(({ subject, userId }) => [subject, userId]));
    };
    const mergeId = await reserve(survivor, absorbed);
    await begin(mergeId, 'moving');
    await settle();
    expect(await owners()).toEqual({ [absorbed]: survivor, [survivor]: survivor });
    await begin(mergeId, 'undoing');
    await settle();
    expect(await owners()).toEqual({ [absorbed]: absorbed, [survivor]: survivor });
  });

  it('give attempts that are counted at a quest with its submission, and back, but no second ones of the survivor', async () => {
    const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
    for (const quest of [0, 2]) {
      await handIn(absorbed, { who: 0, quest, period: 0, status: 'claimed', daysAgo: 3 });
      const who = { questId: questIds[quest], userId: absorbed };
      await quests.db.execute(insertInto('code_attempt', { ...who, wrongAt: [new Date()] }));
      await quests.db.execute(insertInto('quiz_progress', { ...who, attempts: 1, lastAttemptAt: new Date() }));
      await quests.db.execute(insertInto('negative_check', { ...who, periodKey: 'p0', negatives: 1 }));
    }
    await quests.db.execute(
      insertInto('code_attempt', { questId: questIds[2], userId: survivor, wrongAt: [new Date(), new Date()] }),
    );
    const owners = async () => {
      const rows = await quests.db.rows<{ table: string; quest: number; who: string }>(sql`
        SELECT "table", array_position(${questIds}::uuid[], quest_id) - 1 AS quest,
          CASE user_id WHEN ${absorbed} THEN 'absorbed' ELSE 'survivor' END AS who
        FROM (
          SELECT 'code' AS "table", quest_id, user_id FROM code_attempt
          UNION ALL SELECT 'quiz', quest_id, user_id FROM quiz_progress
          UNION ALL SELECT 'negative', quest_id, user_id FROM negative_check
        ) counted WHERE user_id IN (${absorbed}, ${survivor}) ORDER BY 1, 2, 3`);
      return rows.map(({ table, quest, who }) => `${table} ${quest} ${who}`);
    };
    const before = await owners();
    const mergeId = await reserve(survivor, absorbed);
    await begin(mergeId, 'moving');
    await settle();
    expect(await owners()).toEqual([
      ...['code 0 survivor', 'code 2 absorbed', 'code 2 survivor', 'negative 0 survivor', 'negative 2 survivor'],
      ...['quiz 0 survivor', 'quiz 2 survivor'],
    ]);
    await begin(mergeId, 'undoing');
    await settle();
    expect(await owners()).toEqual(before);
  });

  it('forget what repeated checks were to look at when they cannot be undone any more', async () => {
    const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
    const pending = { who: 0, quest: 0, period: 0, status: 'pending', daysAgo: 0 } as const;
    for (const userId of [absorbed, survivor]) await handIn(userId, pending);
    const mergeId = await reserve(survivor, absorbed);
    await begin(mergeId, 'moving');
    await settle();
    const kept = () =>
      quests.db.row(sql`SELECT FROM account_merge_item WHERE merge_id = ${mergeId} AND ended_check IS NOT NULL`);
    const after = (days: number) =>
      quests.db.execute(sql`
        UPDATE account_merge SET reserved_at = now() - make_interval(days => ${days}) WHERE id = ${mergeId}`);
    await after(7);
    await quests.get(AccountMergesRepository).purgeEndedChecks();
    expect(await kept()).toBeDefined();
    await after(9);
    await quests.get(AccountMergesRepository).purgeEndedChecks();
    expect(await kept()).toBeUndefined();
  });

  it('A-66 refuse an account in a team, invited, suspended or in another merge', async () => {
    const [absorbed, survivor, third] = [await quests.addEarner(), await quests.addEarner(), await quests.addEarner()];
    const { projectId } = quests;
    await joinTeam(absorbed);
    expect((await errorOf(reserve(survivor, absorbed))).code).toBe('ACCOUNT_HAS_ROLES');
    await quests.db.execute(sql`DELETE FROM project_member WHERE user_id = ${absorbed}`);
    const invitation = { id: newId(), projectId, userId: absorbed, role: 'project_admin', invitedBy: newUserId() };
    await quests.db.execute(insertInto('invitation', { ...invitation, expiresAt: new Date(Date.now() + 60_000) }));
    expect((await errorOf(reserve(survivor, absorbed))).code).toBe('ACCOUNT_HAS_ROLES');
    await quests.db.execute(sql`DELETE FROM invitation`);
    await story.suspend(survivor, 'suspended', 5);
    expect((await errorOf(reserve(survivor, absorbed))).code).toBe('ACCOUNT_SUSPENDED');
    await story.suspend(survivor, 'active', 6);
    const mergeId = newId();
    const same = Array.from({ length: 20 }, () => () => reserve(survivor, absorbed, mergeId));
    expect((await race(same)).errors).toEqual({});
    expect((await errorOf(reserve(third, absorbed))).code).toBe('ACCOUNT_MERGING');
    expect((await errorOf(reserve(absorbed, third))).code).toBe('ACCOUNT_MERGING');
  });

  it('A-66 go one way or the other when both are asked for at once, never both', async () => {
    for (let n = 0; n < 5; n += 1) {
      const [a, b] = [await quests.addEarner(), await quests.addEarner()];
      const { replies, errors } = await race([() => reserve(a, b), () => reserve(b, a)]);
      expect([replies.length, errors]).toEqual([1, { ACCOUNT_MERGING: 1 }]);
    }
  });

  it('credit nothing to the account that goes, and lose nothing it was credited before', async () => {
    const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
    const codes = await Promise.all(Array.from({ length: 6 }, () => story.addCode(10)));
    let mergeId = '';
    const { replies, errors } = await race<unknown>([
      ...codes.map((questId) => () => quests.call(verifySecretCode, { userId: absorbed, questId, code: 'sesame' })),
      async () => (mergeId = await reserve(survivor, absorbed)),
    ]);
    expect(replies.length - 1 + (errors.ACCOUNT_MERGING ?? 0)).toBe(codes.length);
    await begin(mergeId, 'moving');
    await settle();
    expect(await standing(survivor)).toMatchObject({ points: String(10 * (replies.length - 1)) });
    await story.fold();
    await expectSound();
  });

  it('hide the account that goes, and show it again as identity says by then when the merge is released', async () => {
    const [absorbed, survivor] = [await quests.addEarner(), await quests.addEarner()];
    await handIn(absorbed, { who: 0, quest: 2, period: 0, status: 'claimed', daysAgo: 0 });
    await story.fold();
    const { projectId, campaignId } = quests;
    const shown = async () => {
      const { items } = await quests.call(getLeaderboard, { projectId, campaignId, limit: 100, window: 'all' });
      return items.some(({ userId }) => userId === absorbed);
    };
    expect(await shown()).toBe(true);
    const mergeId = await reserve(survivor, absorbed);
    expect(await shown()).toBe(false);
    await story.suspend(absorbed, 'active', 7);
    expect(await shown()).toBe(false);
    await quests.call(releaseAccountMerge, { mergeId });
    await quests.call(releaseAccountMerge, { mergeId });
    expect(await shown()).toBe(true);
    await reserve(survivor, absorbed, mergeId);
    await story.suspend(absorbed, 'suspended', 8);
    await quests.call(releaseAccountMerge, { mergeId });
    expect(await quests.db.transaction((tx) => quests.get(EarnersRepository).statusOf(tx, absorbed))).toBe('suspended');
  });
});
