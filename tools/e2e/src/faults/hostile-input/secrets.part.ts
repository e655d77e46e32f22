import { answerQuiz, enterCode, QUIZ, RIGHT_ANSWERS, WRONG_ANSWERS } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { committedOpenApi } from '../../support/open-api.js';
import { admin, e2e, earner, studio } from './stage.fixture.js';

const PROJECT = '/v1/projects/{projectId}';
const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const at = (questId: string) => ({ params: { path: { questId } } });

/** Options of a request that is answered as text. */
const recording = (texts: string[]) => ({
  middleware: [
    {
      onResponse: async ({ response }: { response: Response }) => {
        texts.push(await response.clone().text());
      },
    },
  ],
});

describe('Secrets of quests', () => {
  const EXPLANATION = 'canary-explanation-7f3a';
  const SECRET = 'canary-code-91bd';
  const canaries = [EXPLANATION, SECRET, SECRET.toUpperCase(), 'correctOptionIds'];
  const quizConfig = (explanations: boolean) => ({
    ...QUIZ,
    explanations,
    questions: QUIZ.questions.map((question) => ({ ...question, explanation: EXPLANATION })),
  });

  it('A-06 are in no answer before a pass, and the corrections after it only if the quest shows them', async () => {
    const texts: string[] = [];
    const seen = recording(texts);
    const create = async (taskTypeId: string, config: Record<string, unknown>) => {
      const body = { slug: `secret-${texts.length}`, title: 'Secret', taskTypeId, points: 10, config };
      const quest = await unwrap(
        studio.client.POST(`${CAMPAIGN}/quests`, { params: studio.inCampaign, body, ...seen }),
      );
      const params = studio.atQuest(quest);
      await unwrap(studio.client.POST(`${CAMPAIGN}/quests/{questId}/publish`, { params, ...seen }));
      return quest.id;
    };
    const open = await create('learn_quiz', quizConfig(true));
    const closed = await create('learn_quiz', quizConfig(false));
    const code = await create('engagement_secret_code', { code: SECRET, hint: 'Listen.' });

    for (const id of [open, closed, code]) {
      const params = studio.atQuest({ id });
      await studio.client.GET(`${CAMPAIGN}/quests/{questId}`, { params, ...seen });
      await studio.client.PATCH(`${CAMPAIGN}/quests/{questId}`, { params, body: { title: 'Changed' }, ...seen });
      await earner.client.GET('/v1/quests/{questId}', { ...at(id), ...seen });
      await e2e.anonymous.GET('/v1/quests/{questId}', { ...at(id), ...seen });
    }
    for (const id of [open, closed]) {
      const answer = (answers: Record<string, string[]>) =>
        earner.client.POST('/v1/quests/{questId}/quiz/submit', { ...at(id), body: { answers }, ...seen });
      await e2e.anonymous.GET('/v1/quests/{questId}/quiz', { ...at(id), ...seen });
      await earner.client.GET('/v1/quests/{questId}/quiz/status', { ...at(id), ...seen });
      await answer(WRONG_ANSWERS);
      await answer({ q1: ['nothing'] });
      await earner.client.GET('/v1/quests/{questId}/quiz/status', { ...at(id), ...seen });
    }
    const wrong = { body: { code: 'wrong' } };
    await earner.client.POST('/v1/quests/{questId}/secret-code/verify', { ...at(code), ...wrong, ...seen });
    const query = { limit: 100 };
    await studio.client.GET(`${CAMPAIGN}/quests`, { params: { ...studio.inCampaign, query }, ...seen });
    await studio.client.GET('/v1/discover/quests', { params: { query }, ...seen });
    await studio.client.GET(`${PROJECT}/submissions`, { params: { ...studio.inProject, query }, ...seen });

    expect(texts.length).toBeGreaterThan(30);
    for (const canary of canaries) expect(texts.filter((text) => text.includes(canary))).toEqual([]);

    // A pass shows corrections, if they are enabled, to its earner only.
    const passedClosed = await unwrap(answerQuiz(earner, closed, RIGHT_ANSWERS));
    expect(passedClosed).toMatchObject({ passed: true, corrections: null });
    const passed = await unwrap(answerQuiz(earner, open, RIGHT_ANSWERS));
    expect(passed.corrections).toEqual([
      { questionId: 'q1', correctOptionIds: ['a'], explanation: EXPLANATION },
      { questionId: 'q2', correctOptionIds: ['a', 'b'], explanation: EXPLANATION },
    ]);
    await enterCode(earner, code, SECRET.toUpperCase());

    const later: string[] = [JSON.stringify(passedClosed)];
    const stranger = (await e2e.signIn()).client;
    const list = { params: { query }, ...recording(later) };
    await stranger.GET('/v1/quests/{questId}/quiz', { ...at(open), ...recording(later) });
    await stranger.GET('/v1/quests/{questId}/quiz/status', { ...at(open), ...recording(later) });
    await earner.client.GET('/v1/users/me/submissions', list);
    await earner.client.GET('/v1/users/me/ledger', list);
    await earner.client.GET('/v1/notifications', list);
    await studio.client.GET(`${PROJECT}/submissions`, { ...list, params: { ...studio.inProject, query } });
    await admin.GET('/v1/admin/submissions', list);
    await admin.GET('/v1/admin/audit-log', list);
    expect(later).toHaveLength(9);
    later.push(committedOpenApi().replaceAll('"correctOptionIds"', ''));
    for (const canary of canaries) expect(later.filter((text) => text.includes(canary))).toEqual([]);
  });

  it('A-06 are in no log, and neither are tokens, passwords and signatures', async () => {
    await earner.client.GET('/v1/users/me');
    const secrets = [...canaries.slice(0, 3), earner.token, admin.token as string, e2e.platform.admin.password];
    const logs = e2e.platform.services.map((service) => service.logs());

    expect(logs.join('').length).toBeGreaterThan(1_000);
    for (const secret of secrets) expect(logs.filter((log) => log.includes(secret))).toEqual([]);
  });

  it('A-06 are in no event', async () => {
    const [stored] = await e2e.sql<{ text: string }>(
      `SELECT coalesce(jsonb_agg(x)::text, '') AS text FROM (
        SELECT inputs::text FROM quests.submission UNION ALL SELECT inputs::text FROM quests.submission_step
        UNION ALL SELECT data::text FROM quests.outbox UNION ALL SELECT data::text FROM notifier.notification) x`,
    );

    for (const canary of canaries) expect(stored?.text).not.toContain(canary);
  });
});
