import { QUIZ, quizStatus, RIGHT_ANSWERS } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectAnyProblem, expectProblem } from '../../support/expect-problem.fixture.js';
import { earner, studio } from './stage.fixture.js';

const answerQuiz = (questId: string, answers: unknown) =>
  earner.client.call('POST', `/v1/quests/${questId}/quiz/submit`, { body: { answers } });

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

    const { code } = expectAnyProblem(await answerQuiz(quest.id, answers));

    expect(['VALIDATION_FAILED', 'TASK_INPUTS_INVALID']).toContain(code);
    expect(await unwrap(quizStatus(earner, quest.id))).toMatchObject({ attemptsUsed: 0 });
  });

  it('cannot be probed by changes of the quest that leave the key out', async () => {
    const quest = await studio.quest('learn_quiz', QUIZ);
    const [question, ...rest] = quest.config['questions'] as { id: string; options: { id: string; text: string }[] }[];
    const options = question?.options ?? [];
    const added = { id: 'added', text: 'One more' };
    const answers = [];
    for (const { id } of options) {
      // In the place of each option another one.
      const changed = { ...question, options: [...options.filter((option) => option.id !== id), added] };
      const path = `/v1/projects/${quest.projectId}/campaigns/${quest.campaignId}/quests/${quest.id}`;
      const body = { config: { ...quest.config, questions: [changed, ...rest] } };
      const problem = expectProblem(await studio.client.call('PATCH', path, { body }), 'TASK_CONFIG_INVALID');
      answers.push(JSON.stringify(problem.errors));
    }
    expect(new Set(answers).size).toBe(1);
  });

  it('A-05 of 10^5 entries are too large', async () => {
    const quest = await studio.quest('learn_quiz', QUIZ);
    const answers = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`q${index}`, ['a']]));

    expectProblem(await answerQuiz(quest.id, answers), 'PAYLOAD_TOO_LARGE');
    expect(await unwrap(quizStatus(earner, quest.id))).toMatchObject({ attemptsUsed: 0 });
  });
});
