import { verifySecretCode } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, newUserId, race, raceSame, RACERS, startQuests } from '../../testing/quests.fixture.js';

describe('secret code', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const addCode = (code = 'Moonrise') => quests.addQuest('engagement_secret_code', { code });
  const wrong = (questId: string, userId: string) => () =>
    quests.call(verifySecretCode, { questId, userId, code: 'sunset' });
  const right = (questId: string, userId: string) => () =>
    quests.call(verifySecretCode, { questId, userId, code: ' moonRISE ' });

  const pass = (questId: string, minutes: number) =>
    quests.db.execute(sql`
    UPDATE code_attempt SET wrong_at = ARRAY(SELECT at - make_interval(secs => ${minutes * 60}) FROM unnest(wrong_at) AS at)
    WHERE quest_id = ${questId}`);

  it('credits the right code and stores nothing of it', async () => {
    const [questId, userId] = [await addCode(), await quests.addEarner()];
    expect(await right(questId, userId)()).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    const stored = await quests.db.row<{ all: string }>(sql`
      SELECT (SELECT json_agg(s) FROM submission s WHERE user_id = ${userId})::text
        || (SELECT json_agg(v) FROM verification_check v)::text
        || (SELECT json_agg(t) FROM submission_step t)::text || (SELECT json_agg(o) FROM outbox o)::text AS all`);
    expect(stored?.all).toMatch(/redacted/);
    expect(stored?.all).not.toMatch(/moonrise/i);
  });

  it('A-07: of 20 parallel wrong codes 10 are looked at; then the right one is refused, unspent, for a while', async () => {
    const [questId, userId] = [await addCode(), await quests.addEarner()];
    const { errors } = await raceSame(wrong(questId, userId));
    expect(errors).toEqual({ SECRET_CODE_WRONG: 10, SECRET_CODE_LOCKED: RACERS - 10 });
    const limited = await errorOf(right(questId, userId)());
    expect(limited.code).toBe('SECRET_CODE_LOCKED');
    expect(limited.details.retryAfter).toBeGreaterThan(890);
    expect(limited.details.retryAfter).toBeLessThanOrEqual(900);
    await pass(questId, 14);
    expect((await errorOf(right(questId, userId)())).details.retryAfter).toBeLessThanOrEqual(60);
    await pass(questId, 1);
    expect(await right(questId, userId)()).toMatchObject({ status: 'claimed' });
  });

  it('A-07: never looks at more than 10 wrong codes in any 15 minutes', async () => {
    const [questId, userId] = [await addCode(), await quests.addEarner()];
    await errorOf(wrong(questId, userId)());
    await pass(questId, 14);
    await raceSame(wrong(questId, userId));
    await pass(questId, 1);
    const { errors } = await raceSame(wrong(questId, userId));
    expect(errors).toEqual({ SECRET_CODE_WRONG: 1, SECRET_CODE_LOCKED: RACERS - 1 });
  });

  it('A-07: limits each earner alone, and a right code does not count', async () => {
    const [questId, userId, other] = [await addCode(), await quests.addEarner(), await quests.addEarner()];
    await raceSame(wrong(questId, userId));
    expect(await right(questId, other)()).toMatchObject({ status: 'claimed' });
    const counted = await quests.db.row(sql`SELECT wrong_at FROM code_attempt WHERE user_id = ${other}`);
    expect(counted).toEqual({ wrongAt: [] });
  });

  /** As an attacker does who computes shards from public ids: three accounts in each. */
  const accountsInEveryShard = async () => {
    const inShard = new Map<number, string[]>();
    while ([...inShard.values()].flat().length < 24) {
      const userId = newUserId();
      const found = await quests.db.row<{ shard: number }>(
        sql`SELECT (hashtextextended(${userId}, 0) & 7)::integer AS shard`,
      );
      const chosen = inShard.get(found?.shard ?? 0) ?? [];
      if (chosen.length < 3) inShard.set(found?.shard ?? 0, [...chosen, userId]);
    }
    return [...inShard.values()].flat();
  };
  const flood = async (questId: string) => {
    const accounts = await accountsInEveryShard();
    return race(Array.from({ length: 10 }, () => accounts.map((userId) => wrong(questId, userId))).flat());
  };

  it('A-07: judges the right code of every earner who tried nothing wrong, whatever strangers try', async () => {
    const questId = await addCode();
    await flood(questId);
    const fresh = await Promise.all(Array.from({ length: 40 }, () => quests.addEarner()));
    const { replies, errors } = await race(fresh.map((userId) => right(questId, userId)));
    expect([replies.length, errors]).toEqual([40, {}]);
  }, 60_000);

  /** Wrong codes of all earners that are counted now. */
  const counted = (questId: string, used: number) =>
    quests.db.execute(sql`
      INSERT INTO code_budget (quest_id, shard, used, at) VALUES (${questId}, 0, ${used}, clock_timestamp())
      ON CONFLICT (quest_id, shard) DO UPDATE SET used = excluded.used, at = excluded.at`);
  const earner = async (age: string) => {
    const userId = await quests.addEarner();
    await quests.db.execute(sql`UPDATE earner SET known_since = now() - ${age}::interval WHERE user_id = ${userId}`);
    return userId;
  };
  const retryAfter = async (questId: string, userId: string) => {
    const { code, details } = await errorOf(wrong(questId, userId)());
    return code === 'SECRET_CODE_LOCKED' ? details.retryAfter : code;
  };

  it('A-07: slows down the next try after a wrong one in a flood, twice as long each time', async () => {
    const questId = await addCode();
    await counted(questId, 240);
    const userId = await earner('2 days');
    expect(await retryAfter(questId, userId)).toBe('SECRET_CODE_WRONG');
    expect(await retryAfter(questId, userId)).toBeGreaterThanOrEqual(71);
    expect((await errorOf(right(questId, userId)())).code).toBe('SECRET_CODE_LOCKED');
    await pass(questId, 1.25);
    expect(await retryAfter(questId, userId)).toBe('SECRET_CODE_WRONG');
    expect(await retryAfter(questId, userId)).toBeGreaterThanOrEqual(141);
    await pass(questId, 2.5);
    expect(await right(questId, userId)()).toMatchObject({ status: 'claimed' });
  });

  it('A-07: slows down the more, the more is tried', async () => {
    const questId = await addCode();
    await counted(questId, 2_000);
    const userId = await earner('2 days');
    await retryAfter(questId, userId);
    expect(await retryAfter(questId, userId)).toBeGreaterThan(590);
  });

  it('A-07: slows down fresh accounts first', async () => {
    const questId = await addCode();
    await counted(questId, 100);
    const [old, fresh] = [await earner('2 days'), await earner('1 hour')];
    for (const userId of [old, fresh]) expect(await retryAfter(questId, userId)).toBe('SECRET_CODE_WRONG');
    expect(await retryAfter(questId, old)).toBe('SECRET_CODE_WRONG');
    expect(await retryAfter(questId, fresh)).toBeGreaterThan(110);
  });

  it('A-07: slows down the accounts of an address from which much is tried, and no others', async () => {
    const questId = await addCode();
    const at = (ip: string, userId: string) => () =>
      quests.call(verifySecretCode, { questId, userId, client: { ip, userAgent: '' }, code: 'sunset' });
    const accounts = await Promise.all(Array.from({ length: 12 }, () => earner('2 days')));
    await race(
      Array.from({ length: 9 }, () => accounts.map((userId) => at(`2001:db8:1:2::${userId.slice(-4)}`, userId))).flat(),
    );
    const [same, other] = [await earner('2 days'), await earner('2 days')];
    for (const [ip, userId, second] of [
      ['2001:db8:1:2::9', same, 'SECRET_CODE_LOCKED'],
      ['203.0.113.7', other, 'SECRET_CODE_WRONG'],
    ] as const) {
      expect((await errorOf(at(ip, userId)())).code).toBe('SECRET_CODE_WRONG');
      expect((await errorOf(at(ip, userId)())).code).toBe(second);
    }
    expect(await quests.db.rows(sql`SELECT FROM code_address r WHERE r::text LIKE '%203.0%'`)).toEqual([]);
  }, 60_000);

  it('A-07: alerts the team about a flood of guesses at most once an hour', async () => {
    const questId = await addCode();
    const team = [newUserId(), newUserId()].toSorted();
    await quests.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role)
      SELECT ${quests.projectId}, member, 'project_moderator' FROM unnest(${team}::text[]) AS member`);
    const reports = () =>
      quests.db.rows<{ data: unknown }>(sql`
        SELECT data FROM outbox WHERE type = 'quest.codes_guessed' AND aggregate_id = ${questId}`);
    await counted(questId, 38);
    await retryAfter(questId, await earner('2 days'));
    expect(await reports()).toEqual([]);
    await flood(questId);
    const about = { questId, questTitle: 'Quest engagement_secret_code', projectId: quests.projectId, userIds: team };
    expect(await reports()).toEqual([{ data: about }]);
    await quests.db.execute(sql`UPDATE code_alert SET at = at - interval '1 hour' WHERE quest_id = ${questId}`);
    await race(Array.from({ length: 8 }, () => async () => wrong(questId, await quests.addEarner())()));
    expect(await reports()).toHaveLength(2);
  }, 60_000);

  it('A-07: takes a quest that many complete for no flood', async () => {
    const questId = await addCode();
    const earners = await Promise.all(Array.from({ length: 60 }, () => quests.addEarner()));
    for (const userId of earners) {
      await errorOf(wrong(questId, userId)());
      await right(questId, userId)();
    }
    const used = await quests.db.row<{ used: number }>(
      sql`SELECT sum(used)::double precision AS used FROM code_budget WHERE quest_id = ${questId}`,
    );
    expect(used?.used).toBeLessThan(8);
  }, 60_000);

  it('A-08: credits one of 20 right codes in parallel, among wrong ones', async () => {
    const [questId, userId] = [await addCode(), await quests.addEarner()];
    const { replies, errors } = await race([
      ...Array.from({ length: 4 }, () => wrong(questId, userId)),
      ...Array.from({ length: 20 }, () => right(questId, userId)),
    ]);
    const { ALREADY_COMPLETED: again = 0, SECRET_CODE_WRONG: missed = 0, ...others } = errors;
    expect([replies.length, others]).toEqual([1, {}]);
    expect(again).toBeGreaterThanOrEqual(19);
    expect(again + missed).toBe(23);
  });

  it('A-05: refuses an invalid code without counting it', async () => {
    const [questId, userId] = [await addCode(), await quests.addEarner()];
    for (const code of ['', 'x'.repeat(201), 'a\0b', 7 as unknown as string]) {
      const { code: errorCode, details } = await errorOf(quests.call(verifySecretCode, { questId, userId, code }));
      expect([errorCode, details.errors?.[0]?.pointer]).toEqual(['VALIDATION_FAILED', '/code']);
    }
    expect(await quests.db.rows(sql`SELECT FROM code_attempt WHERE quest_id = ${questId}`)).toEqual([]);
  });
});
