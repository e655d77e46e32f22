import { getQuiz, getQuizStatus, submitQuiz } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, raceSame, RACERS, startQuests } from '../../testing/quests.fixture.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

describe('quiz', () => {
  const RIGHT = { q1: ['a'], q2: ['c', 'a'] };
  const HALF = { q1: ['a'], q2: ['a'] };
  const WHY = 'explanation-marker';

  const QUIZ: JsonObject = {
    passScorePercent: 100,
    explanations: true,
    questions: [
      {
        id: 'q1',
        text: 'One?',
        options: ['a', 'b'].map((id) => ({ id, text: id })),
        correctOptionIds: ['a'],
        explanation: WHY,
      },
      {
        id: 'q2',
        text: 'Two?',
        kind: 'multiple',
        options: ['a', 'b', 'c'].map((id) => ({ id, text: id })),
        correctOptionIds: ['a', 'c'],
      },
    ],
  };

  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  async function start(more: JsonObject = {}) {
    const who = {
      questId: await quests.addQuest('learn_quiz', { ...QUIZ, ...more }),
      userId: await quests.addEarner(),
    };
    return { who, submit: (answers: Record<string, string[]>) => quests.call(submitQuiz, { ...who, answers }) };
  }

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, ['a']]));

  const pass = (questId: string, minutes: number) =>
    quests.db.execute(sql`
    UPDATE quiz_progress SET last_attempt_at = last_attempt_at - make_interval(mins => ${minutes})
    WHERE quest_id = ${questId}`);

  it('credits a pass at once and gives the corrections with it', async () => {
    const { who, submit } = await start();
    const result = await submit(RIGHT);
    expect(result).toMatchObject({
      passed: true,
      scorePercent: 100,
      attemptsUsed: 1,
      attemptsLeft: 0,
      availableAt: null,
      questions: [
        { questionId: 'q1', correct: true },
        { questionId: 'q2', correct: true },
      ],
      corrections: [
        { questionId: 'q1', correctOptionIds: ['a'], explanation: WHY },
        { questionId: 'q2', correctOptionIds: ['a', 'c'], explanation: null },
      ],
      credit: { status: 'claimed', pointsAwarded: 10 },
    });
    expect(await submit(HALF)).toEqual(result);
    expect(await quests.call(getQuizStatus, who)).toMatchObject({ passed: true, lastAttempt: { scorePercent: 100 } });
  });

  it('returns after a failed attempt which answers were right, and when the next attempt may start', async () => {
    const { who, submit } = await start();
    const result = await submit(HALF);
    expect(result).toMatchObject({
      passed: false,
      scorePercent: 50,
      attemptsUsed: 1,
      attemptsLeft: 2,
      questions: [
        { questionId: 'q1', correct: true },
        { questionId: 'q2', correct: false },
      ],
      corrections: null,
      credit: null,
    });
    expect(Date.parse(result.availableAt ?? '') - Date.parse(result.lastAttempt?.at ?? '')).toBe(60_000);
    expect(await quests.call(getQuizStatus, who)).toMatchObject({ passed: false, availableAt: result.availableAt });
  });

  it('A-02: of 20 parallel passing attempts one is credited, the others get its result', async () => {
    const { submit } = await start();
    const { replies, errors } = await raceSame(() => submit(RIGHT));
    expect([replies.length, errors]).toEqual([RACERS, {}]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ attemptsUsed: 1, credit: { pointsAwarded: 10 } });
  });

  it('A-03: of 20 parallel failing attempts with one left one is evaluated', async () => {
    const { who, submit } = await start({ maxAttempts: 2, retryCooldownMinutes: 0 });
    await submit(HALF);
    const { replies, errors } = await raceSame(() => submit(HALF));
    expect([replies.length, errors]).toEqual([1, { QUIZ_ATTEMPTS_EXHAUSTED: RACERS - 1 }]);
    const row = await quests.db.row(sql`SELECT attempts FROM quiz_progress WHERE quest_id = ${who.questId}`);
    expect(row).toEqual({ attempts: 2 });
    expect((await errorOf(submit(RIGHT))).code).toBe('QUIZ_ATTEMPTS_EXHAUSTED');
  });

  it('A-04: refuses within the cooldown by the clock of the database', async () => {
    const { who, submit } = await start();
    const first = await submit(HALF);
    const { replies, errors } = await raceSame(() => submit(RIGHT));
    expect([replies.length, errors]).toEqual([0, { QUEST_COOLDOWN: RACERS }]);
    expect((await errorOf(submit(RIGHT))).details.extra).toEqual({ availableAt: first.availableAt });
    await pass(who.questId, 1);
    expect(await submit(RIGHT)).toMatchObject({ passed: true, attemptsUsed: 2 });
  });

  it.each<[string, unknown, string]>([
    ['an unknown question', { ...RIGHT, q9: ['a'] }, '/answers/q9'],
    ['a missing question', { q1: ['a'] }, '/answers/q2'],
    ['no answers', {}, '/answers/q1'],
    ['an unknown option', { ...RIGHT, q1: ['z'] }, '/answers/q1/0'],
    ['two options of a single choice', { ...RIGHT, q1: ['a', 'b'] }, '/answers/q1'],
    ['a repeated option', { ...RIGHT, q2: ['a', 'a'] }, '/answers/q2/1'],
    ['an inherited name', JSON.parse('{"q1":["a"],"q2":["a"],"__proto__":["a"]}'), '/answers/__proto__'],
  ])('A-05: refuses %s without using an attempt', async (_what, answers, pointer) => {
    const { who, submit } = await start();
    const { code, details } = await errorOf(submit(answers as Record<string, string[]>));
    expect([code, details.errors?.[0]?.pointer]).toEqual(['TASK_INPUTS_INVALID', pointer]);
    expect(await quests.call(getQuizStatus, who)).toMatchObject({ attemptsUsed: 0 });
  });

  it.each<[string, unknown]>([
    ['a text instead of a list', { ...RIGHT, q1: 'a' }],
    ['a number as an option', { ...RIGHT, q1: [1] }],
    ['null instead of a list', { ...RIGHT, q1: null }],
    ['a list in a list', { ...RIGHT, q1: [['a']] }],
    ['an object like a list', { ...RIGHT, q1: { 0: 'a', length: 1 } }],
    ['5,000 options', { ...RIGHT, q1: Object.keys(many(5_000)) }],
    ['a list of answers', [['a']]],
    ['a text', 'a'],
    ['5,000 questions', many(5_000)],
    ['100,000 entries', many(100_000)],
    ['nothing', undefined],
  ])('A-05: takes %s for no message at all', async (_what, answers) => {
    const { who, submit } = await start();
    const { code, details } = await errorOf(submit(answers as Record<string, string[]>));
    expect([code, details.errors?.[0]?.pointer]).toEqual(['VALIDATION_FAILED', '/answers']);
    expect(await quests.call(getQuizStatus, who)).toMatchObject({ attemptsUsed: 0 });
  });

  it('A-06: nothing but a pass gives answers away', async () => {
    const { who, submit } = await start({ maxAttempts: 2, retryCooldownMinutes: 0 });
    const seen = [
      await quests.call(getQuiz, { questId: who.questId }),
      await quests.call(getQuiz, who),
      await submit(HALF),
      await quests.call(getQuizStatus, who),
    ];
    expect(JSON.stringify(seen)).not.toMatch(/correctOption|explanation-marker/);
    await submit(RIGHT);
    const stored = await quests.db.row<{ all: string }>(sql`
      SELECT (SELECT json_agg(s) FROM submission s)::text || (SELECT json_agg(o) FROM outbox o)::text AS all`);
    expect(stored?.all).not.toMatch(/correctOption|explanation-marker|"c"/);
  });

  it('A-06: with explanations off a pass gives no corrections', async () => {
    const { submit } = await start({ explanations: false });
    expect(await submit(RIGHT)).toMatchObject({ passed: true, corrections: null });
  });

  it('shows an earner the same order each time when shuffled', async () => {
    const { who } = await start({ shuffle: true });
    const first = await quests.call(getQuiz, who);
    expect(await quests.call(getQuiz, who)).toEqual(first);
    expect(first.questions.map(({ id }) => id).sort()).toEqual(['q1', 'q2']);
  });
});
