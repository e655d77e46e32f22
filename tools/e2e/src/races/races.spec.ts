import type { QuizResult, QuizStatus, Submission } from '@questp/messages';
import { waitFor } from '@questp/testing';
import { answerQuiz, checkIn, enterCode, submit } from '../support/earn.js';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { pause } from '../support/load.js';
import { parallel, tally } from '../support/parallel.js';
import { TWO_OF_EACH, usePlatform } from '../support/platform.fixture.js';
import {
  newSlug,
  newStudio,
  CODE,
  QUIZ,
  RIGHT_ANSWERS,
  SECRET_CODE,
  WRONG_ANSWERS,
  type Studio,
} from '../support/studio.js';
import { newWallet } from '../support/wallet.js';
import { challengePath, VERIFY, type Person } from '../support/sign-in.js';

// The processes live in zones that are hours away from UTC, to either side; nothing may depend on that.
const e2e = usePlatform({ replicas: TWO_OF_EACH, env: { TZ: 'Asia/Kolkata' } });

let studio: Studio;

beforeAll(async () => {
  await e2e.service('quests-verify', 1).restart({ TZ: 'America/St_Johns' });
  studio = await newStudio(await e2e.signIn());
}, 30_000);

afterEach(() => e2e.checkPoints());

const ledgerRows = (questId: string) =>
  e2e.count('SELECT count(*) FROM quests.points_ledger WHERE quest_id = $1', [questId]);

/**
 * Does `change` while `credit` has begun and cannot write yet, and says how many credits of the quest were there when the
 * change was answered, and in the end.
 */
async function amidCredit(
  questId: string,
  credit: () => Promise<unknown>,
  change: () => Promise<{ status: number }>,
): Promise<{ status: number; creditsAtTheAnswer: number; credits: number }> {
  const holder = await e2e.db.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE quests.points_ledger IN SHARE MODE');
    const credited = credit();
    await waitFor(
      async () =>
        (await e2e.count(
          `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'quests.points_ledger'::regclass`,
        )) > 0,
      { what: 'the credit to wait' },
    );
    const changed = change().then(async ({ status }) => ({ status, creditsAtTheAnswer: await ledgerRows(questId) }));
    await Promise.race([changed, pause(700)]);
    await holder.query('ROLLBACK');
    const [answer] = await Promise.all([changed, credited]);
    return { ...answer, credits: await ledgerRows(questId) };
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

describe('Daily check-in', () => {
  it('A-01 credits one of 20 check-ins of a day', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();

    const answers = await parallel(20, (gateway) => checkIn(earner, quest.id, { gateway }));

    expect(tally(answers)).toEqual({ '200': 1, '409 QUEST_COOLDOWN': 19 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });

  it('A-15 counts the UTC day, whatever the time zone of the process', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earners = await e2e.people(6);

    const answers = await Promise.all(earners.map((earner, gateway) => checkIn(earner, quest.id, { gateway })));

    expect(tally(answers)).toEqual({ '200': 6 });
    const days = await e2e.sql<{ period_key: string; today: string }>(
      `SELECT DISTINCT period_key, (claimed_at AT TIME ZONE 'UTC')::date::text AS today
      FROM quests.submission WHERE quest_id = $1`,
      [quest.id],
    );
    expect(days.every(({ period_key, today }) => period_key === today)).toBe(true);
  });

  it('A-15 credits the next day once more and counts a streak of two', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();
    await checkIn(earner, quest.id);
    await moveCheckIn(quest.id, -1);

    const answers = await parallel(20, (gateway) => checkIn(earner, quest.id, { gateway }));

    expect(tally(answers)).toEqual({ '200': 1, '409 QUEST_COOLDOWN': 19 });
    expect(answers.find(({ status }) => status === 200)?.json).toMatchObject({ streak: 2, pointsAwarded: 10 });
    expect(await ledgerRows(quest.id)).toBe(2);
  });

  it('A-16 gives no credit for a day before the last check-in when the clock steps back', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();
    await checkIn(earner, quest.id);
    await moveCheckIn(quest.id, 1);

    expectProblem(await checkIn(earner, quest.id), 'QUEST_COOLDOWN');
    expect(await ledgerRows(quest.id)).toBe(1);
    expect(await earner.client.get(`/v1/quests/${quest.id}/daily-checkin/status`)).toMatchObject({
      canCheckIn: false,
      streak: 1,
    });
  });

  const moveCheckIn = (questId: string, days: number) =>
    e2e.sql(
      `UPDATE quests.submission SET period_key = (period_key::date + $2::integer)::text,
        claimed_at = claimed_at + make_interval(days => $2), verified_at = verified_at + make_interval(days => $2)
      WHERE quest_id = $1`,
      [questId, days],
    );
});

describe('Quiz', () => {
  it('A-02 credits one of 20 passing attempts and answers all with it', async () => {
    const quest = await studio.quest('learn_quiz', QUIZ);
    const earner = await e2e.signIn();

    const answers = await parallel(20, (gateway) =>
      answerQuiz<QuizResult>(earner, quest.id, RIGHT_ANSWERS, { gateway }),
    );

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(new Set(answers.map(({ json }) => json.credit?.submissionId)).size).toBe(1);
    expect(answers.map(({ json }) => json.attemptsUsed)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(await ledgerRows(quest.id)).toBe(1);
  });

  it('A-03 evaluates one failing attempt when one is left, however many come at once', async () => {
    const quest = await studio.quest('learn_quiz', { ...QUIZ, maxAttempts: 2 });
    const earner = await e2e.signIn();
    expect((await answerQuiz(earner, quest.id, WRONG_ANSWERS)).status).toBe(200);

    const answers = await parallel(20, (gateway) => answerQuiz(earner, quest.id, WRONG_ANSWERS, { gateway }));

    expect(tally(answers)).toEqual({ '200': 1, '409 QUIZ_ATTEMPTS_EXHAUSTED': 19 });
    expect(await e2e.count('SELECT attempts AS count FROM quests.quiz_progress WHERE quest_id = $1', [quest.id])).toBe(
      2,
    );
    expectProblem(await answerQuiz(earner, quest.id, RIGHT_ANSWERS), 'QUIZ_ATTEMPTS_EXHAUSTED');
  });

  it('A-04 refuses attempts inside the cooldown by the database clock alone', async () => {
    const quest = await studio.quest('learn_quiz', { ...QUIZ, retryCooldownMinutes: 60 });
    const earners = await e2e.people(5);
    const skewed = ['Mon, 01 Jan 2001 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'];

    for (const [index, earner] of earners.entries()) {
      await answerQuiz(earner, quest.id, WRONG_ANSWERS);
      const again = await earner.client.call('POST', `/v1/quests/${quest.id}/quiz/submit`, {
        body: { answers: RIGHT_ANSWERS },
        headers: { date: skewed[index % 2] as string },
      });
      const { availableAt } = expectProblem(again, 'QUEST_COOLDOWN');
      const status = await earner.client.get<QuizStatus>(`/v1/quests/${quest.id}/quiz/status`);
      expect(status).toMatchObject({ attemptsUsed: 1, availableAt });
    }
    await e2e.sql(
      `UPDATE quests.quiz_progress SET last_attempt_at = last_attempt_at - interval '60 minutes' WHERE quest_id = $1`,
      [quest.id],
    );
    const answers = await Promise.all(earners.map((earner) => answerQuiz(earner, quest.id, RIGHT_ANSWERS)));
    expect(tally(answers)).toEqual({ '200': 5 });
  });
});

describe('Secret code', () => {
  it('A-07 looks at 10 of 30 wrong codes at once, and then not at the right one either', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    const earner = await e2e.signIn();

    const answers = await parallel(30, (gateway) => enterCode(earner, quest.id, 'wrong', { gateway }));
    const right = await enterCode(earner, quest.id, CODE);

    expect(tally(answers)).toEqual({ '422 SECRET_CODE_WRONG': 10, '429 RATE_LIMITED': 20 });
    expectProblem(right, 'RATE_LIMITED');
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await ledgerRows(quest.id)).toBe(0);

    await e2e.sql(
      `UPDATE quests.code_attempt
      SET wrong_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(wrong_at) AS at) WHERE quest_id = $1`,
      [quest.id],
    );
    expect((await enterCode(earner, quest.id, CODE)).status).toBe(200);
  });

  it('credits one of 20 right codes', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    const earner = await e2e.signIn();

    const answers = await parallel(20, (gateway) => enterCode(earner, quest.id, CODE, { gateway }));

    expect(tally(answers)).toEqual({ '200': 1, '409 ALREADY_COMPLETED': 19 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });
});

describe('Review', () => {
  const inReview = async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const earner = await e2e.signIn();
    const { json } = await submit(earner, quest.id, { text: 'Done.' });
    return { quest, earner, submission: json };
  };
  const decide = (gateway: number, { id }: Submission, decision: 'approve' | 'reject') =>
    studio.client.callAt(gateway, 'POST', `${studio.projectPath}/submissions/${id}/${decision}`, {
      ...(decision === 'reject' ? { body: { reason: 'Not enough.' } } : {}),
    });

  it('A-09 lets the first of two opposite decisions win, and refuses the other', async () => {
    const moderator = await e2e.signIn();
    await studio.addMember(moderator, 'project_moderator');
    for (let round = 0; round < 3; round += 1) {
      const { quest, submission } = await inReview();

      const answers = await parallel(20, (index) => decide(index, submission, index % 2 ? 'approve' : 'reject'));

      expect(tally(answers)).toEqual({ '200': 10, '409 ALREADY_REVIEWED': 10 });
      const [{ status } = { status: '' }] = await e2e.sql<{ status: string }>(
        'SELECT status FROM quests.submission WHERE id = $1',
        [submission.id],
      );
      expect(await ledgerRows(quest.id)).toBe(status === 'claimed' ? 1 : 0);
    }
  });

  it('A-10 credits once when a submission is approved 20 times', async () => {
    const { quest, submission } = await inReview();

    const answers = await parallel(20, (index) => decide(index, submission, 'approve'));

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });

  it('A-10 credits nothing more for approving what was verified automatically', async () => {
    const quest = await studio.quest('engagement_terms_accept', { version: '1', url: 'https://example.org/terms' });
    const { json } = await submit(await e2e.signIn(), quest.id, { version: '1' });

    expect((await decide(0, json, 'approve')).status).toBe(200);
    expect(await ledgerRows(quest.id)).toBe(1);
    expectProblem(await decide(0, json, 'reject'), 'ALREADY_REVIEWED');
  });

  it('takes the points back once when a decision is undone 20 times, and gives them again by a new entry', async () => {
    const { quest, submission, earner } = await inReview();
    await decide(0, submission, 'approve');

    const undone = await parallel(20, (index) =>
      studio.client.callAt(index, 'POST', `${studio.projectPath}/submissions/${submission.id}/undo`),
    );

    expect(tally(undone)).toEqual({ '200': 1, '409 NOTHING_TO_UNDO': 19 });
    expect(await ledgerRows(quest.id)).toBe(2);
    await e2e.checkPoints();
    await decide(0, submission, 'approve');
    expect(await ledgerRows(quest.id)).toBe(3);
    expect(await earner.client.get(`/v1/campaigns/${studio.campaign.id}/leaderboard/me`)).toMatchObject({
      points: '10',
      completions: 1,
    });
  });

  it('reverses 20 times what is one reversal', async () => {
    const { quest, submission } = await inReview();
    await decide(0, submission, 'approve');

    const answers = await parallel(20, (index) =>
      studio.client.callAt(index, 'POST', `${studio.projectPath}/submissions/${submission.id}/reverse`, {
        body: { reason: 'Copied.' },
      }),
    );

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(await ledgerRows(quest.id)).toBe(2);
  });

  it('hands in one of 20 submissions of one earner', async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const earner = await e2e.signIn();

    const answers = await parallel(20, (gateway) => submit(earner, quest.id, { text: `${gateway}` }, { gateway }));

    expect(tally(answers)).toEqual({ '201': 1, '409 SUBMISSION_IN_REVIEW': 19 });
  });
});

describe('Limits of a quest', () => {
  it('never credits more than maxCompletions when 20 earners come at once', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE, { maxCompletions: 5 });
    const earners = await e2e.people(20);

    const answers = await Promise.all(earners.map((earner, gateway) => enterCode(earner, quest.id, CODE, { gateway })));

    expect(tally(answers)).toEqual({ '200': 5, '409 QUEST_FULL': 15 });
    expect(await ledgerRows(quest.id)).toBe(5);
  });

  it('never approves more than maxCompletions at once, and frees a place by an undo', async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' }, { maxCompletions: 3 });
    const earners = await e2e.people(10);
    const submissions = await Promise.all(earners.map((earner) => submit(earner, quest.id, { text: 'Done.' })));
    const act = (index: number, step: string) =>
      studio.client.callAt(index, 'POST', `${studio.projectPath}/submissions/${submissions[index]?.json.id}/${step}`);

    const answers = await parallel(10, (index) => act(index, 'approve'));

    expect(tally(answers)).toEqual({ '200': 3, '409 QUEST_FULL': 7 });
    const approved = answers.findIndex(({ status }) => status === 200);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect((await act(approved, 'undo')).status).toBe(200);
    expect((await act(refused, 'approve')).status).toBe(200);
    expectProblem(await act(approved, 'approve'), 'QUEST_FULL');
  });

  it('A-17 refuses what was archived, ended or switched off meanwhile, each with its code', async () => {
    const own = await newStudio(await e2e.signIn());
    const [archived, switchedOff, ended] = [
      await own.quest('engagement_secret_code', SECRET_CODE),
      await own.quest('engagement_terms_accept', { version: '1', url: 'https://example.org/terms' }),
      await own.quest('engagement_daily_checkin'),
    ];
    const earner = await e2e.signIn();
    const admin = await e2e.superAdmin();

    await own.move(archived, 'archive');
    expectProblem(await enterCode(earner, archived.id, CODE), 'QUEST_ARCHIVED');

    await admin.patch('/v1/admin/task-types/engagement_terms_accept', { enabled: false });
    try {
      // Existing quests stay until they are archived (spec 3).
      expect((await submit(earner, switchedOff.id, { version: '1' })).status).toBe(201);
    } finally {
      await admin.patch('/v1/admin/task-types/engagement_terms_accept', { enabled: true });
    }

    await own.client.post(`${own.campaignPath}/end`);
    expectProblem(await checkIn(earner, ended.id), 'CAMPAIGN_NOT_ACTIVE');
  });

  it('A-17 credits nothing after a campaign was ended among check-ins', async () => {
    const own = await newStudio(await e2e.signIn());
    const quest = await own.quest('engagement_daily_checkin');
    const earners = await e2e.people(20);

    const checkIns = Promise.all(earners.map((earner, gateway) => checkIn(earner, quest.id, { gateway })));
    await own.client.post(`${own.campaignPath}/end`);
    const atTheAnswer = await ledgerRows(quest.id);
    const counts = tally(await checkIns);

    expect((counts['200'] ?? 0) + (counts['409 CAMPAIGN_NOT_ACTIVE'] ?? 0)).toBe(20);
    expect(await ledgerRows(quest.id)).toBe(atTheAnswer);
  });

  it('A-17 answers the end of a campaign after a credit that has begun', async () => {
    const own = await newStudio(await e2e.signIn());
    const quest = await own.quest('engagement_daily_checkin');
    const earner = await e2e.signIn();

    const { status, creditsAtTheAnswer, credits } = await amidCredit(
      quest.id,
      () => checkIn(earner, quest.id),
      () => own.client.call('POST', `${own.campaignPath}/end`),
    );

    expect(status).toBe(200);
    expect(credits).toBe(creditsAtTheAnswer);
  });

  it('A-18 records the points in force at each verification while they are edited', async () => {
    const quest = await studio.quest('engagement_daily_checkin', {}, { points: 1 });
    const earners = await e2e.people(20);

    const [answers] = await Promise.all([
      Promise.all(earners.map((earner, gateway) => checkIn(earner, quest.id, { gateway }))),
      parallel(10, (index) => studio.client.patch(`${studio.campaignPath}/quests/${quest.id}`, { points: index + 2 })),
    ]);

    expect(tally(answers)).toEqual({ '200': 20 });
    const awarded = answers.map(({ json }) => (json as unknown as { pointsAwarded: number }).pointsAwarded);
    expect(awarded.every((points) => points >= 1 && points <= 11)).toBe(true);
    const sum = await e2e.count('SELECT sum(points) AS count FROM quests.points_ledger WHERE quest_id = $1', [
      quest.id,
    ]);
    expect(sum).toBe(awarded.reduce((total, points) => total + points, 0));
  });
});

describe('Suspension', () => {
  it('A-19 credits nothing after a suspension was answered', async () => {
    const admin = await e2e.superAdmin();
    const quests = await parallel(6, () => studio.quest('engagement_daily_checkin'));
    const earners = await e2e.people(4);

    for (const earner of earners) {
      const suspended = admin.call('POST', `/v1/admin/users/${earner.user.id}/suspend`, { body: { reason: 'Fraud' } });
      const checkIns = Promise.all(quests.map(({ id }, gateway) => checkIn(earner, id, { gateway })));
      expect((await suspended).status).toBe(200);
      const credits = 'SELECT count(*) FROM quests.points_ledger WHERE user_id = $1';
      const atTheAnswer = await e2e.count(credits, [earner.user.id]);
      const counts = tally(await checkIns);

      expect((counts['200'] ?? 0) + (counts['403 ACCOUNT_SUSPENDED'] ?? 0)).toBe(6);
      expect(await e2e.count(credits, [earner.user.id])).toBe(atTheAnswer);
      expectProblem(await checkIn(earner, quests[0]?.id as string), 'ACCOUNT_SUSPENDED');
    }
  });
});

describe('A suspension amid a credit', () => {
  const suspending = async ({ user }: Person) => {
    const admin = await e2e.superAdmin();
    return () => admin.call('POST', `/v1/admin/users/${user.id}/suspend`, { body: { reason: 'Fraud' } });
  };

  it('A-19 is answered after a check-in that has begun', async () => {
    const [quest, earner] = [await studio.quest('engagement_daily_checkin'), await e2e.signIn()];
    // The first credit of an earner writes the earner's row, which would be waited for anyway.
    expect((await checkIn(earner, (await studio.quest('engagement_daily_checkin')).id)).status).toBe(200);

    const result = await amidCredit(quest.id, () => checkIn(earner, quest.id), await suspending(earner));

    expect(result.status).toBe(200);
    expect(result.credits).toBe(result.creditsAtTheAnswer);
  });

  it('A-19 is answered after an approval that has begun', async () => {
    const [quest, earner] = [await studio.quest('custom_manual', { instructions: 'Tell us.' }), await e2e.signIn()];
    const { json } = await submit(earner, quest.id, { text: 'Done.' });
    const approve = () => studio.client.call('POST', `${studio.projectPath}/submissions/${json.id}/approve`);

    const result = await amidCredit(quest.id, approve, await suspending(earner));

    expect(result.status).toBe(200);
    expect(result.credits).toBe(result.creditsAtTheAnswer);
  });
});

describe('Referral', () => {
  it('A-13 counts a referrer once per account, never itself, never later, never in a circle', async () => {
    const referrer = await e2e.signIn();
    const ref = referrer.user.referralCode;
    const referrals = (userId: string) =>
      e2e.count('SELECT count(*) FROM identity.referral WHERE referrer_id = $1', [userId]);

    // Two parallel sign-ups of one wallet with one code.
    const wallet = newWallet();
    const proofs = await parallel(10, async () =>
      wallet.prove(await e2e.anonymous.get<{ nonce: string; message: string }>(challengePath(wallet))),
    );
    const answers = await parallel(10, (index) =>
      e2e.anonymous.callAt(index, 'POST', VERIFY, { body: { ...proofs[index], ref } }),
    );
    expect(tally(answers)).toEqual({ '200': 10 });
    expect(await referrals(referrer.user.id)).toBe(1);

    // Itself, again, after the sign-up, and back to its own referrer.
    await e2e.signIn({ wallet: referrer.wallet, ref });
    const referee = await e2e.signIn({ wallet, ref });
    await e2e.signIn({ wallet: referrer.wallet, ref: referee.user.referralCode });
    const stranger = await e2e.signIn();
    await e2e.signIn({ wallet: stranger.wallet, ref });
    expect(await referrals(referrer.user.id)).toBe(1);
    expect(await referrals(referee.user.id)).toBe(0);

    const nowhere = await e2e.signIn({ ref: 'no-such-code' });
    const [recorded] = await e2e.sql('SELECT referrer_id, code FROM identity.referral WHERE referee_id = $1', [
      nowhere.user.id,
    ]);
    expect(recorded).toEqual({ referrer_id: null, code: 'no-such-code' });
  });
});

describe('Creating', () => {
  it('gives a slug to one of 20 projects that ask for it at once', async () => {
    const people = await e2e.people(20);
    const slug = newSlug('wanted');

    const answers = await Promise.all(
      people.map(({ client }, gateway) =>
        client.callAt(gateway, 'POST', '/v1/projects', { body: { slug, name: 'Wanted' } }),
      ),
    );

    expect(tally(answers)).toEqual({ '201': 1, '409 SLUG_TAKEN': 19 });
    expect(await e2e.count('SELECT count(*) FROM quests.project WHERE slug = $1', [slug])).toBe(1);
  });

  it('gives a username to one of 20 users that ask for it at once', async () => {
    const people = await e2e.people(20);

    const answers = await Promise.all(
      people.map(({ client }, gateway) =>
        client.callAt(gateway, 'PATCH', '/v1/users/me', { body: { username: 'wanted' } }),
      ),
    );

    expect(tally(answers)).toEqual({ '200': 1, '409 USERNAME_TAKEN': 19 });
  });

  it('A-21 creates one project for 20 equal requests with one Idempotency-Key, and answers all alike', async () => {
    const person = await e2e.signIn();
    const key = newSlug('key');
    const body = { slug: newSlug('once'), name: 'Once' };
    const create = (gateway: number, with_: object = body) =>
      person.client.callAt<{ id: string }>(gateway, 'POST', '/v1/projects', {
        body: with_,
        headers: { 'idempotency-key': key },
      });

    const answers = await parallel(20, (gateway) => create(gateway));
    const counts = tally(answers);
    expect((counts['201'] ?? 0) + (counts['409 IDEMPOTENCY_IN_FLIGHT'] ?? 0)).toBe(20);
    const created = answers.filter(({ status }) => status === 201);
    for (const { json } of created) expect(json).toEqual(created[0]?.json);

    const later = await create(1);
    expect({ status: later.status, json: later.json }).toEqual({ status: 201, json: created[0]?.json });
    expectProblem(await create(0, { ...body, name: 'Other' }), 'IDEMPOTENCY_KEY_REUSED');
    expect(await e2e.count('SELECT count(*) FROM quests.project WHERE slug LIKE $1', [`${body.slug}%`])).toBe(1);
  });

  it('A-21 keeps the keys of principals and routes apart', async () => {
    const headers = { 'idempotency-key': newSlug('key') };
    const people = await e2e.people(2);
    const create = (index: number) =>
      people[index]?.client.call<{ id: string }>('POST', '/v1/projects', {
        body: { slug: newSlug('apart'), name: 'Apart' },
        headers,
      });

    const [first, second] = [await create(0), await create(1)];
    const id = first?.json.id as string;
    const campaign = await people[0]?.client.call('POST', `/v1/projects/${id}/campaigns`, {
      body: { slug: 'campaign', title: 'Apart' },
      headers,
    });

    expect([first?.status, second?.status, campaign?.status]).toEqual([201, 201, 201]);
    expect(second?.json.id).not.toBe(id);
  });

  it('A-21 leaves nothing behind a request that failed', async () => {
    const person = await e2e.signIn();
    const headers = { 'idempotency-key': newSlug('key') };
    const slug = newSlug('taken');
    await person.client.post('/v1/projects', { slug, name: 'First' });
    const create = (body: object) => person.client.call('POST', '/v1/projects', { body, headers });

    expectProblem(await create({ slug, name: 'Second' }), 'SLUG_TAKEN');
    expect((await create({ slug: newSlug('free'), name: 'Second' })).status).toBe(201);
  });

  it('keeps at least one project_admin when two leave at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await newStudio(await e2e.signIn(), { draft: true });
      const second = await e2e.signIn();
      await own.addMember(second, 'project_admin');
      const leave = (person: typeof second, gateway: number) =>
        person.client.callAt(gateway, 'DELETE', `${own.projectPath}/members/${person.user.id}`);

      const answers = await Promise.all([leave(own.owner, 0), leave(second, 1)]);

      const left = await e2e.count('SELECT count(*) FROM quests.project_member WHERE project_id = $1', [
        own.project.id,
      ]);
      expect({ left, ok: answers.filter(({ status }) => status === 204).length }).toEqual({ left: 1, ok: 1 });
    }
  });
});
