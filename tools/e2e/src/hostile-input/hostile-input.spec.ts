import fc from 'fast-check';
import type { QuizResult, QuizStatus, Submission } from '@questp/messages';
import type { Answer, Problem } from '../support/call.js';
import { type Client } from '../support/client.js';
import { answerQuiz, enterCode, submit } from '../support/earn.js';
import { expectAnyProblem, expectProblem } from '../support/expect-problem.fixture.js';
import { committedOpenApi, documentedCodes, fill, operations, type Operation } from '../support/open-api.js';
import { unlessCutOff } from '../support/oversized.js';
import { usePlatform } from '../support/platform.fixture.js';
import type { Person } from '../support/sign-in.js';
import { newStudio, QUIZ, RIGHT_ANSWERS, WRONG_ANSWERS, type Studio } from '../support/studio.js';
import { HOSTILE_BODIES, MASS_ASSIGNED } from './hostile-json.js';

// With every answer in the logs, which are searched as well.
const e2e = usePlatform({ env: { LOG_LEVEL: 'trace' } });

let studio: Studio;
let earner: Person;
let admin: Client;
let ids: Record<string, string>;

beforeAll(async () => {
  studio = await newStudio(await e2e.signIn());
  earner = await e2e.signIn();
  admin = await e2e.superAdmin();
  const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
  const { json: submission } = await submit<Submission>(earner, quest.id, { text: 'Done.' });
  ids = {
    projectId: studio.project.id,
    campaignId: studio.campaign.id,
    questId: quest.id,
    submissionId: submission.id,
    userId: `svcuser_${'0'.repeat(32)}`,
    slug: studio.project.slug,
    taskTypeId: 'custom_manual',
    adminId: `svcadmin_${'0'.repeat(32)}`,
    ...Object.fromEntries(
      ['apiKeyId', 'walletId', 'sessionId', 'notificationId'].map((name) => [
        name,
        '0196f000-0000-7000-8000-000000000000',
      ]),
    ),
  };
}, 30_000);

/** Whoever a route lets in. */
const actor = ({ path }: Operation): Client => {
  if (path === '/v1/admin/auth/login') return e2e.anonymous;
  if (path.startsWith('/v1/admin/')) return admin;
  if (path.startsWith('/v1/projects')) return studio.client;
  return earner.client;
};

const all = operations();
const withBody = all.filter(({ takesBody }) => takesBody);

describe('Secrets of quests', () => {
  const EXPLANATION = 'canary-explanation-7f3a';
  const SECRET = 'canary-code-91bd';
  const canaries = [EXPLANATION, SECRET, SECRET.toUpperCase(), 'correctOptionIds'];
  const quizConfig = (explanations: boolean) => ({
    ...QUIZ,
    explanations,
    questions: QUIZ.questions.map((question) => ({ ...question, explanation: EXPLANATION })),
  });

  it('A-06 stand in no answer before a pass, and corrections after it only where they are on', async () => {
    const texts: string[] = [];
    const seen = async (by: Client, method: string, path: string, body?: unknown) => {
      const answer = await by.call<{ id: string }>(method, path, { body });
      texts.push(answer.text);
      return answer;
    };
    const create = async (taskTypeId: string, config: object) => {
      const body = { slug: `secret-${texts.length}`, title: 'Secret', taskTypeId, points: 10, config };
      const { json } = await seen(studio.client, 'POST', `${studio.campaignPath}/quests`, body);
      await seen(studio.client, 'POST', `${studio.campaignPath}/quests/${json.id}/publish`);
      return json.id;
    };
    const open = await create('learn_quiz', quizConfig(true));
    const closed = await create('learn_quiz', quizConfig(false));
    const code = await create('engagement_secret_code', { code: SECRET, hint: 'Listen.' });

    for (const id of [open, closed, code]) {
      await seen(studio.client, 'GET', `${studio.campaignPath}/quests/${id}`);
      await seen(studio.client, 'PATCH', `${studio.campaignPath}/quests/${id}`, { title: 'Changed' });
      await seen(earner.client, 'GET', `/v1/quests/${id}`);
      await seen(e2e.anonymous, 'GET', `/v1/quests/${id}`);
    }
    for (const id of [open, closed]) {
      await seen(e2e.anonymous, 'GET', `/v1/quests/${id}/quiz`);
      await seen(earner.client, 'GET', `/v1/quests/${id}/quiz/status`);
      await seen(earner.client, 'POST', `/v1/quests/${id}/quiz/submit`, { answers: WRONG_ANSWERS });
      await seen(earner.client, 'POST', `/v1/quests/${id}/quiz/submit`, { answers: { q1: ['nothing'] } });
      await seen(earner.client, 'GET', `/v1/quests/${id}/quiz/status`);
    }
    await seen(earner.client, 'POST', `/v1/quests/${code}/secret-code/verify`, { code: 'wrong' });
    for (const path of [`${studio.campaignPath}/quests`, '/v1/discover/quests', `${studio.projectPath}/submissions`]) {
      await seen(studio.client, 'GET', `${path}?limit=100`);
    }

    expect(texts.length).toBeGreaterThan(30);
    for (const canary of canaries) expect(texts.filter((text) => text.includes(canary))).toEqual([]);

    // The pass: corrections where they are on, to whoever passed, and nowhere else.
    const passedClosed = (await answerQuiz<QuizResult>(earner, closed, RIGHT_ANSWERS)).json;
    expect(passedClosed).toMatchObject({ passed: true, corrections: null });
    const passed = await answerQuiz<QuizResult>(earner, open, RIGHT_ANSWERS);
    expect(passed.json.corrections).toEqual([
      { questionId: 'q1', correctOptionIds: ['a'], explanation: EXPLANATION },
      { questionId: 'q2', correctOptionIds: ['a', 'b'], explanation: EXPLANATION },
    ]);
    await enterCode(earner, code, SECRET.toUpperCase());

    const later: string[] = [JSON.stringify(passedClosed)];
    const stranger = await e2e.signIn();
    for (const [by, path] of [
      [stranger.client, `/v1/quests/${open}/quiz`],
      [stranger.client, `/v1/quests/${open}/quiz/status`],
      [earner.client, '/v1/users/me/submissions?limit=100'],
      [earner.client, '/v1/users/me/ledger?limit=100'],
      [earner.client, '/v1/notifications?limit=100'],
      [studio.client, `${studio.projectPath}/submissions?limit=100`],
      [admin, '/v1/admin/submissions?limit=100'],
      [admin, '/v1/admin/audit-log?limit=100'],
    ] as const) {
      later.push((await by.call('GET', path)).text);
    }
    later.push(committedOpenApi().replaceAll('"correctOptionIds"', ''));
    for (const canary of canaries) expect(later.filter((text) => text.includes(canary))).toEqual([]);
  });

  it('A-06 stand in no log, nor do tokens, passwords and signatures', async () => {
    await e2e.anonymous.call('GET', '/v1/users/me', { token: earner.token });
    const secrets = [...canaries.slice(0, 3), earner.token, admin.token as string, e2e.platform.admin.password];
    const logs = e2e.platform.services.map((service) => service.logs());

    expect(logs.join('').length).toBeGreaterThan(1_000);
    for (const secret of secrets) expect(logs.filter((log) => log.includes(secret))).toEqual([]);
  });

  it('A-06 stand in no event', async () => {
    const [stored] = await e2e.sql<{ text: string }>(
      `SELECT coalesce(jsonb_agg(x)::text, '') AS text FROM (
        SELECT inputs::text FROM quests.submission UNION ALL SELECT inputs::text FROM quests.submission_step
        UNION ALL SELECT data::text FROM quests.outbox UNION ALL SELECT data::text FROM notifier.notification) x`,
    );

    for (const canary of canaries) expect(stored?.text).not.toContain(canary);
  });
});

describe('Quiz answers', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`q${index}`, ['a']]));
  const cases: [string, unknown][] = [
    ['an unknown question', { ...RIGHT_ANSWERS, q3: ['a'] }],
    ['an unknown option', { ...RIGHT_ANSWERS, q1: ['z'] }],
    ['an option twice', { ...RIGHT_ANSWERS, q1: ['a', 'a'] }],
    ['a missing question', { q1: ['a'] }],
    ['no answers', {}],
    ['two options of a single choice', { ...RIGHT_ANSWERS, q1: ['a', 'b'] }],
    ['a string', { ...RIGHT_ANSWERS, q1: 'a' }],
    ['a number', { ...RIGHT_ANSWERS, q1: [1] }],
    ['null', { ...RIGHT_ANSWERS, q1: null }],
    ['a nested list', { ...RIGHT_ANSWERS, q1: [['a']] }],
    ['an object', { ...RIGHT_ANSWERS, q1: { 0: 'a', length: 1 } }],
    ['5,000 questions', many],
    ['5,000 options', { ...RIGHT_ANSWERS, q1: Array.from({ length: 5_000 }, (_, index) => `${index}`) }],
    ['a list of answers', [['a']]],
    ['no object', 'a'],
  ];

  it.each(cases)('A-05 with %s are refused and use no attempt', async (_what, answers) => {
    const quest = await studio.quest('learn_quiz', { ...QUIZ, maxAttempts: 1 });

    const { code } = expectAnyProblem(await answerQuiz(earner, quest.id, answers));

    expect(['VALIDATION_FAILED', 'TASK_INPUTS_INVALID']).toContain(code);
    expect(await earner.client.get<QuizStatus>(`/v1/quests/${quest.id}/quiz/status`)).toMatchObject({
      attemptsUsed: 0,
    });
  });

  it('A-05 of 10^5 entries are too large', async () => {
    const quest = await studio.quest('learn_quiz', QUIZ);
    const answers = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`q${index}`, ['a']]));

    const answer = await unlessCutOff(answerQuiz(earner, quest.id, answers));
    if (answer) expectProblem(answer, 'PAYLOAD_TOO_LARGE');
    expect(await earner.client.get(`/v1/quests/${quest.id}/quiz/status`)).toMatchObject({ attemptsUsed: 0 });
  });
});

describe('Secret codes', () => {
  const right: [string, string, string][] = [
    ['in another case', 'Moonrise', 'mOONRISE'],
    ['with spaces around', 'Moonrise', ' \t Moonrise\n'],
    ['with no-break spaces around', 'Moonrise', '\u00a0Moonrise\u2003'],
    ['in full-width letters', 'Moonrise', 'Ｍｏｏｎｒｉｓｅ'],
    ['with the Kelvin sign', 'Kraken', '\u212araken'],
    ['with a ligature', 'fish', 'ﬁsh'],
    ['with combining marks', 'Café', 'Cafe\u0301'],
    ['with a sharp s written out', 'Straße', 'STRASSE'],
    ['with a final sigma', 'ΟΔΟΣ', 'οδος'],
  ];
  const wrong: [string, string, string][] = [
    ['with a zero-width space inside', 'Moonrise', 'Moon\u200brise'],
    ['with a zero-width joiner at the end', 'Moonrise', 'Moonrise\u200d'],
    ['with a space inside', 'Moonrise', 'Moon rise'],
    ['with a dotless i', 'Moonrise', 'Moonr\u0131se'],
    ['with a Cyrillic letter', 'Moonrise', 'Mооnrise'],
    ['without its mark', 'Café', 'Cafe'],
    ['cut short', 'Moonrise', 'Moonris'],
    ['with more behind', 'Moonrise', 'Moonrise!'],
    ['as a pattern', 'Moonrise', 'M%'],
  ];

  it.each(right)('A-08 match %s', async (_what, code, entered) => {
    const quest = await studio.quest('engagement_secret_code', { code });

    expect((await enterCode(earner, quest.id, entered)).status).toBe(200);
  });

  it.each(wrong)('A-08 do not match %s', async (_what, code, entered) => {
    const quest = await studio.quest('engagement_secret_code', { code });

    expectProblem(await enterCode(earner, quest.id, entered), 'SECRET_CODE_WRONG');
  });
});

describe.each(withBody.map((operation) => [operation.route, operation] as const))('%s', (_route, operation) => {
  const send = (raw: string | Uint8Array) =>
    actor(operation).call(operation.method, fill(operation.path, ids), { raw });

  it('refuses every hostile body with its code', async () => {
    for (const [what, body, codes] of HOSTILE_BODIES) {
      const answer = await unlessCutOff(send(body));
      if (answer === undefined && codes.includes('PAYLOAD_TOO_LARGE')) continue;
      const { code } = expectAnyProblem(answer as Answer<Problem>);
      expect({ what, code: codes.includes(code) ? codes : code }).toEqual({ what, code: codes });
    }
  });

  it('A-51 refuses members it does not name', async () => {
    for (const [name, value] of Object.entries(MASS_ASSIGNED)) {
      if (operation.members.includes(name)) continue;
      const { errors } = expectProblem(await send(JSON.stringify({ [name]: value })), 'VALIDATION_FAILED');
      expect(errors).toContainEqual(expect.objectContaining({ pointer: `/${name}`, code: 'UNKNOWN_MEMBER' }));
    }
  });

  it('answers any JSON with a documented outcome', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '\0',
        '%',
        '../..',
        '-1',
        '1e999',
        '2026-13-40T99:99:99Z',
        '<b>',
        "'; DROP TABLE quest; --",
        '=1+1',
      ),
    );
    const value = fc.oneof(text, fc.jsonValue(), fc.integer(), fc.double(), fc.constantFrom(null, [], {}, true));
    const members = Object.fromEntries(operation.members.map((name) => [name, value]));
    const body = fc.oneof(
      { weight: 4, arbitrary: fc.record(members, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const known = documentedCodes(operation.route);
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        const answer = await send(JSON.stringify(json));
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 300) expect(known).toContain(expectAnyProblem(answer).code);
      }),
      { numRuns: 15 },
    );
  }, 20_000);
});

it('No body at all is an empty one: fine where every member may be left out, and refused elsewhere', async () => {
  const headers = { 'content-type': 'application/json' };

  expect((await earner.client.call('PATCH', '/v1/users/me', { raw: '', headers })).status).toBe(200);
  expectProblem(await earner.client.call('POST', '/v1/projects', { raw: '', headers }), 'VALIDATION_FAILED');
});

describe('Addresses', () => {
  const reads = all.filter(({ method }) => method === 'GET');

  it('with any query are answered with a documented outcome', async () => {
    const names = fc.constantFrom(
      'limit',
      'cursor',
      'status',
      'search',
      'userId',
      'campaignId',
      'category',
      'from',
      'x',
      '__proto__',
      'limit[]',
    );
    const values = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('0', '100', '%', '\0', 'active', '1e3', 'true'),
    );
    const pairs = fc.array(fc.tuple(names, values), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reads), pairs, async (operation, query) => {
        const search = new URLSearchParams(query);
        const path = `${fill(operation.path, ids)}?${search.toString()}`;
        const answer = await actor(operation).call('GET', path);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 300) expect(documentedCodes(operation.route)).toContain(expectAnyProblem(answer).code);
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  it('with any ids name nothing', async () => {
    const id = fc.oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.uuid(),
      fc.constantFrom('.', '..', '%00', 'null', '0', '-1', 'me', "' OR 1=1 --", 'svcuser_', 'ﬀ', '𝟘'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all.filter(({ path }) => path.includes('{'))),
        id,
        async (operation, value) => {
          const last = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] as string;
          const path = fill(operation.path, { ...ids, [last]: value });
          const answer = await actor(operation).call(operation.method, path, operation.takesBody ? { body: {} } : {});
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 300) expectAnyProblem(answer);
        },
      ),
      { numRuns: 200 },
    );
  }, 30_000);

  it.each([
    'status=active&status=archived',
    'status[]=active',
    'status[0]=active',
    'limit=1&limit=2',
    'unknown=1',
    'LIMIT=1',
  ])('refuse the query %s', async (query) => {
    expectProblem(await studio.client.call('GET', `/v1/projects?${query}`), 'VALIDATION_FAILED');
  });

  it('leave the points what the ledger says', async () => {
    await e2e.checkPoints();
  });
});
