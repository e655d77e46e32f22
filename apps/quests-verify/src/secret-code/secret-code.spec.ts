import { verifySecretCode } from '@questp/messages';
import { sql } from '@questp/postgres';
import { errorOf, race, raceSame, RACERS, startQuests, type Quests } from '../credit/quests.fixture.js';

describe('secret code', () => {
  let quests: Quests;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
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
    UPDATE code_attempt SET wrong_at = ARRAY(SELECT at - make_interval(mins => ${minutes}) FROM unnest(wrong_at) AS at)
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

  it('A-07: looks at no more than 200 wrong codes of all earners together in 15 minutes, and leaks the rest', async () => {
    const questId = await addCode();
    const earners = await Promise.all(Array.from({ length: 54 }, () => quests.addEarner()));
    const found = { SECRET_CODE_WRONG: 0, SECRET_CODE_LOCKED: 0 };
    for (let round = 0; round < 10; round += 1) {
      const { errors } = await race(earners.map((userId) => wrong(questId, userId)));
      found.SECRET_CODE_WRONG += errors.SECRET_CODE_WRONG ?? 0;
      found.SECRET_CODE_LOCKED += errors.SECRET_CODE_LOCKED ?? 0;
    }
    expect(found.SECRET_CODE_WRONG).toBeGreaterThan(100);
    expect(found.SECRET_CODE_WRONG).toBeLessThanOrEqual(200 + 8);
    expect(found.SECRET_CODE_WRONG + found.SECRET_CODE_LOCKED).toBe(540);

    const fresh = await Promise.all(Array.from({ length: 40 }, () => quests.addEarner()));
    const limited = await race(fresh.map((userId) => right(questId, userId)));
    expect(limited.errors.SECRET_CODE_LOCKED).toBeGreaterThan(0);
    const other = await addCode();
    expect(await right(other, earners[0] as string)()).toMatchObject({ status: 'claimed' });
    await quests.db.execute(sql`UPDATE code_budget SET at = at - interval '15 minutes' WHERE quest_id = ${questId}`);
    const late = await quests.addEarner();
    expect(await right(questId, late)()).toMatchObject({ status: 'claimed' });
  }, 60_000);

  it('A-07: makes room for those who mistype where many enter the right code', async () => {
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
    const { replies } = await race([
      ...Array.from({ length: 4 }, () => wrong(questId, userId)),
      ...Array.from({ length: 16 }, () => right(questId, userId)),
    ]);
    expect(replies).toHaveLength(1);
  });

  it('A-05: refuses what is no code, without counting it', async () => {
    const [questId, userId] = [await addCode(), await quests.addEarner()];
    for (const code of ['', 'x'.repeat(201), 'a\0b', 7 as unknown as string]) {
      const { code: errorCode, details } = await errorOf(quests.call(verifySecretCode, { questId, userId, code }));
      expect([errorCode, details.errors?.[0]?.pointer]).toEqual(['VALIDATION_FAILED', '/code']);
    }
    expect(await quests.db.rows(sql`SELECT FROM code_attempt WHERE quest_id = ${questId}`)).toEqual([]);
  });
});
