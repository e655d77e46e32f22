import { TASK_TYPES } from '../../task-types/index.js';
import type { QuizConfig } from '../../task-types/quiz/learn-quiz.task-types.js';
import { fullConfig, publicConfig, redactInputs, splitConfig, withStoredSecrets } from './secrets.js';
import { validateConfig } from './validation.js';

const examples = TASK_TYPES.all.flatMap((type) => {
  const config = type.available ? validateConfig(type, type.exampleConfig) : null;
  return config?.ok ? [[type.id, config.value] as const] : [];
});
const exampleOf = (id: string) => Object.fromEntries(examples)[id] ?? {};

describe('secrets of a configuration', () => {
  it.each(examples)('%s: both parts merged give the configuration back', (id, config) => {
    expect(fullConfig(splitConfig(TASK_TYPES.get(id), config))).toEqual(config);
  });

  it('never shows which option is correct, nor why (A-06)', () => {
    const shown = JSON.stringify(publicConfig(TASK_TYPES.get('learn_quiz'), exampleOf('learn_quiz')));
    expect(shown).toContain('What secures the chain?');
    expect(shown).not.toMatch(/correct|explanation"|Validators sign/i);
  });

  it('never shows a code', () => {
    expect(publicConfig(TASK_TYPES.get('engagement_secret_code'), { code: 'Moonrise', hint: 'h' })).toEqual({
      hint: 'h',
    });
  });

  it('shows everything of a type without secrets', () => {
    expect(publicConfig(TASK_TYPES.get('engagement_url_visit'), { url: 'u' })).toEqual({ url: 'u' });
  });
});

describe('an update that leaves secrets out', () => {
  const stored = exampleOf('learn_quiz') as QuizConfig;
  const { publicConfig: shown, verificationConfig } = splitConfig(TASK_TYPES.get('learn_quiz'), stored);

  it('keeps the stored answer key of every question it still has', () => {
    expect(withStoredSecrets(TASK_TYPES.get('learn_quiz'), shown, verificationConfig)).toEqual(stored);
  });

  it('takes a new answer key where one is given', () => {
    const questions = [{ ...stored.questions[0], correctOptionIds: ['b'] }, (shown as QuizConfig).questions[1]];
    const updated = withStoredSecrets(
      TASK_TYPES.get('learn_quiz'),
      { ...shown, questions },
      verificationConfig,
    ) as QuizConfig;
    expect(updated.questions.map(({ correctOptionIds }) => correctOptionIds)).toEqual([['b'], ['a', 'b']]);
  });

  it('needs the answers of a new question', () => {
    const questions = [{ ...(shown as QuizConfig).questions[0], id: 'q9' }];
    const updated = withStoredSecrets(TASK_TYPES.get('learn_quiz'), { ...shown, questions }, verificationConfig);
    expect(validateConfig(TASK_TYPES.get('learn_quiz'), updated)).toMatchObject({
      ok: false,
      errors: [{ pointer: '/questions/0/correctOptionIds', code: 'REQUIRED' }],
    });
  });

  it.each([[{}], [{ questions: 'x' }], [{ questions: [null, 1, {}] }]])(
    'passes malformed %j on to validation',
    (config) => {
      expect(
        validateConfig(
          TASK_TYPES.get('learn_quiz'),
          withStoredSecrets(TASK_TYPES.get('learn_quiz'), config, verificationConfig),
        ).ok,
      ).toBe(false);
    },
  );

  it('cannot be probed: what a change without the key answers with depends on nothing that is hidden', () => {
    const options = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
    const changes: ((question: QuizConfig['questions'][number]) => object)[] = [
      ...options.map(({ id }) => () => ({ options: options.filter((option) => option.id !== id) })),
      () => ({ options: [...options, { id: 'd', text: 'd' }] }),
      () => ({ options: options.map(({ id, text }) => ({ id: id === 'a' ? 'z' : id, text })) }),
      () => ({ options: [...options, options[0]] }),
      () => ({ options: [options[0], options[0], options[1]] }),
      ({ kind }) => ({ kind: kind === 'single' ? 'multiple' : 'single' }),
      () => ({ kind: undefined }),
      () => ({ text: 'Other?' }),
      () => ({ options: [...options].reverse() }),
      () => ({ options: options.map(({ id }) => ({ id, text: `${id}!` })) }),
      () => ({ options: 'a' }),
      () => ({ options: [null, 1, 'a'] }),
    ];
    const keys = { single: [['a'], ['b'], ['c']], multiple: [['a'], ['a', 'b'], ['a', 'b', 'c'], ['c']] };
    for (const kind of ['single', 'multiple'] as const) {
      for (const change of changes) {
        const answers = keys[kind].flatMap((correctOptionIds) =>
          [undefined, 'x', 'x'.repeat(2_000)].map((explanation) => {
            const question = { id: 'q', text: 'Why?', kind, options, correctOptionIds, explanation };
            const { verificationConfig } = splitConfig(TASK_TYPES.get('learn_quiz'), {
              passScorePercent: 50,
              questions: [question],
            });
            const { id, text } = question;
            // Close to the maximum size of a configuration, so that its length does not reveal the hidden answers either.
            const rest = Array.from({ length: 40 }, (_, index) => ({
              ...{ id: `r${index}`, text: 'y'.repeat(1_000), kind: 'multiple', correctOptionIds: ['a'] },
              options: [...options.slice(0, 2), { id: 'c', text: 'y'.repeat(450) }],
            }));
            const questions = [{ id, text, kind, options, ...change(question) }, ...rest];
            const config = { passScorePercent: 50, questions };
            const result = validateConfig(
              TASK_TYPES.get('learn_quiz'),
              withStoredSecrets(TASK_TYPES.get('learn_quiz'), config, verificationConfig),
            );
            return JSON.stringify(result.ok ? publicConfig(TASK_TYPES.get('learn_quiz'), result.value) : result.errors);
          }),
        );
        expect(new Set(answers).size).toBe(1);
      }
    }
  });

  it('keeps a secret code, and takes a new one', () => {
    expect(withStoredSecrets(TASK_TYPES.get('engagement_secret_code'), { hint: 'new' }, { code: 'old' })).toEqual({
      code: 'old',
      hint: 'new',
    });
    expect(withStoredSecrets(TASK_TYPES.get('engagement_secret_code'), { code: 'new' }, { code: 'old' })).toEqual({
      code: 'new',
    });
  });

  it('keeps the token of an endpoint only while its address stays', () => {
    const stored = { url: 'https://quests.example.org/check', bearerToken: 'token' };
    const kept = (url: string) => withStoredSecrets(TASK_TYPES.get('custom_rest'), { url }, stored);
    expect(kept(stored.url)).toEqual(stored);
    expect(kept('https://elsewhere.example.org/check')).toEqual({ url: 'https://elsewhere.example.org/check' });
  });
});

/** What earners hand in that a team may read and export; what a form or a text says is masked by the export. */
const SHOWN = new Set([
  ...['link', 'text', 'note', 'postUrl', 'spaceUrl', 'certificateUrl', 'handle', 'txHash', 'contractAddress'],
  ...[
    'address',
    'chainId',
    'pubkey',
    'nonce',
    'version',
    'fileIds',
    'screenshotFileId',
    'useLinkedEmail',
    'shareEmail',
  ],
]);
const inputsOf = ({ inputs }: (typeof TASK_TYPES.all)[number]) => Object.keys(inputs['properties'] ?? {});

describe('stored inputs', () => {
  it.each(TASK_TYPES.all.map((type) => [type.id, type] as const))(
    'of %s are known to be for the team to see, and nothing else of them is stored',
    (id, type) => {
      expect(type.inputs['additionalProperties']).toBe(false);
      const stored = redactInputs(
        TASK_TYPES.get(id),
        Object.fromEntries(inputsOf(type).map((name) => [name, 'as handed in'])),
      );
      const kept = Object.keys(stored).filter((name) => stored[name] !== '[redacted]');
      // The answers to a quiz are what it asks for, those of a form what it is for.
      const isShown = (name: string) => SHOWN.has(name) || (id === 'custom_form' && name === 'answers');
      expect(kept.filter((name) => !isShown(name))).toEqual([]);
      for (const name of type.redactedInputs ?? []) expect(inputsOf(type)).toContain(name);
    },
  );

  it('hold no quiz answers, codes or tokens', () => {
    expect(redactInputs(TASK_TYPES.get('learn_quiz'), { answers: { q1: ['a'] } })).toEqual({ answers: '[redacted]' });
    expect(redactInputs(TASK_TYPES.get('engagement_secret_code'), { code: 'x' })).toEqual({ code: '[redacted]' });
    expect(redactInputs(TASK_TYPES.get('engagement_url_visit'), { visitToken: 'x' })).toEqual({
      visitToken: '[redacted]',
    });
  });

  it('hold everything else as it was submitted', () => {
    expect(redactInputs(TASK_TYPES.get('custom_manual'), { link: 'l', note: 'n' })).toEqual({ link: 'l', note: 'n' });
  });
});
