import { TASK_TYPES } from './catalog.js';
import type { QuizConfig } from './learn-quiz/learn-quiz.task-types.js';
import { fullConfig, publicConfig, redactInputs, splitConfig, withStoredSecrets } from './secrets.js';
import { validateConfig } from './validation.js';

const examples = TASK_TYPES.flatMap((type) => {
  const config = type.available ? validateConfig(type.id, type.exampleConfig) : null;
  return config?.ok ? [[type.id, config.value] as const] : [];
});
const exampleOf = (id: string) => Object.fromEntries(examples)[id] ?? {};

describe('secrets of a configuration', () => {
  it.each(examples)('%s: both parts merged give the configuration back', (id, config) => {
    expect(fullConfig(splitConfig(id, config))).toEqual(config);
  });

  it('never shows which option is correct, nor why (A-06)', () => {
    const shown = JSON.stringify(publicConfig('learn_quiz', exampleOf('learn_quiz')));
    expect(shown).toContain('What secures the chain?');
    expect(shown).not.toMatch(/correct|explanation"|Validators sign/i);
  });

  it('never shows a code', () => {
    expect(publicConfig('engagement_secret_code', { code: 'Moonrise', hint: 'h' })).toEqual({ hint: 'h' });
  });

  it('shows everything of a type without secrets', () => {
    expect(publicConfig('engagement_url_visit', { url: 'u' })).toEqual({ url: 'u' });
  });
});

describe('an update that leaves secrets out', () => {
  const stored = exampleOf('learn_quiz') as QuizConfig;
  const { publicConfig: shown, verificationConfig } = splitConfig('learn_quiz', stored);

  it('keeps the stored answer key of every question it still has', () => {
    expect(withStoredSecrets('learn_quiz', shown, verificationConfig)).toEqual(stored);
  });

  it('takes a new answer key where one is given', () => {
    const questions = [{ ...stored.questions[0], correctOptionIds: ['b'] }, (shown as QuizConfig).questions[1]];
    const updated = withStoredSecrets('learn_quiz', { ...shown, questions }, verificationConfig) as QuizConfig;
    expect(updated.questions.map(({ correctOptionIds }) => correctOptionIds)).toEqual([['b'], ['a', 'b']]);
  });

  it('needs the answers of a new question', () => {
    const questions = [{ ...(shown as QuizConfig).questions[0], id: 'q9' }];
    const updated = withStoredSecrets('learn_quiz', { ...shown, questions }, verificationConfig);
    expect(validateConfig('learn_quiz', updated)).toMatchObject({
      ok: false,
      errors: [{ pointer: '/questions/0/correctOptionIds', code: 'REQUIRED' }],
    });
  });

  it.each([[{}], [{ questions: 'x' }], [{ questions: [null, 1, {}] }]])(
    'passes malformed %j on to validation',
    (config) => {
      expect(validateConfig('learn_quiz', withStoredSecrets('learn_quiz', config, verificationConfig)).ok).toBe(false);
    },
  );

  it('keeps a secret code, and takes a new one', () => {
    expect(withStoredSecrets('engagement_secret_code', { hint: 'new' }, { code: 'old' })).toEqual({
      code: 'old',
      hint: 'new',
    });
    expect(withStoredSecrets('engagement_secret_code', { code: 'new' }, { code: 'old' })).toEqual({ code: 'new' });
  });
});

describe('stored inputs', () => {
  it('hold no quiz answers, codes or tokens', () => {
    expect(redactInputs('learn_quiz', { answers: { q1: ['a'] } })).toEqual({ answers: '[redacted]' });
    expect(redactInputs('engagement_secret_code', { code: 'x' })).toEqual({ code: '[redacted]' });
    expect(redactInputs('engagement_url_visit', { visitToken: 'x' })).toEqual({ visitToken: '[redacted]' });
  });

  it('hold everything else as it was submitted', () => {
    expect(redactInputs('custom_manual', { link: 'l', note: 'n' })).toEqual({ link: 'l', note: 'n' });
  });
});
