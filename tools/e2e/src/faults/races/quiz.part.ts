import { answerQuiz, QUIZ, quizStatus, RIGHT_ANSWERS, WRONG_ANSWERS } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { e2e, ledgerRows, studio } from './stage.fixture.js';

describe('Quiz', () => {
  it('A-02 credits one of 20 passing attempts and answers all with it', async () => {
    const quest = await studio.quest('learn_quiz', QUIZ);
    const earner = await e2e.signIn();

    const answers = await parallel(20, () => answerQuiz(earner, quest.id, RIGHT_ANSWERS));

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(new Set(answers.map(({ data }) => data?.credit?.submissionId)).size).toBe(1);
    expect(answers.map(({ data }) => data?.attemptsUsed)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(await ledgerRows(quest.id)).toBe(1);
  });

  it('A-03 evaluates one failing attempt when one is left, however many come at once', async () => {
    const quest = await studio.quest('learn_quiz', { ...QUIZ, maxAttempts: 2 });
    const earner = await e2e.signIn();
    expect((await answerQuiz(earner, quest.id, WRONG_ANSWERS)).response.status).toBe(200);

    const answers = await parallel(20, () => answerQuiz(earner, quest.id, WRONG_ANSWERS));

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
      const again = await earner.client.POST('/v1/quests/{questId}/quiz/submit', {
        params: { path: { questId: quest.id } },
        body: { answers: RIGHT_ANSWERS },
        headers: { date: skewed[index % 2] as string },
      });
      const { availableAt } = expectProblem(again, 'QUEST_COOLDOWN');
      const status = await unwrap(quizStatus(earner, quest.id));
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
