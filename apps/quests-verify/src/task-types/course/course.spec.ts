import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEarnerCode, submitQuest } from '@questp/messages/quests';
import { started } from '@questp/testing';
import { errorOf, raceSame, RACERS, startQuests } from '../../testing/quests.fixture.js';
import { TASK_TYPES } from '../index.js';
import { completionCode } from './completion-code.js';
import { EXAMPLE_COURSE_KEY } from './learn-course.task-types.js';

const COURSE = { courseUrl: 'https://academy.example.org/nodes' };
const WITH_KEY = { ...COURSE, courseKey: EXAMPLE_COURSE_KEY };
const certificateUrl = 'https://academy.example.org/certificates/7';

describe('a quest of a course', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const begin = async (config: object = WITH_KEY, method: 'hybrid' | 'manual' = 'hybrid') => ({
    questId: await quests.addQuest('learn_course_complete', { ...config }, { method }),
    userId: await quests.addEarner(),
  });
  type Who = Awaited<ReturnType<typeof begin>>;
  const codeOf = async (who: Who) => completionCode(EXAMPLE_COURSE_KEY, (await quests.call(getEarnerCode, who)).code);
  const submit = (who: Who, inputs: Record<string, unknown>) => quests.call(submitQuest, { ...who, inputs });

  it('is completed by the code that the course makes for the earner, once', async () => {
    const who = await begin();
    const code = await codeOf(who);
    const typed = `${code.slice(0, 10).toUpperCase()} - ${code.slice(10)}`;
    const { replies, errors } = await raceSame(() => submit(who, { completionCode: typed }));
    expect(replies).toMatchObject([{ status: 'claimed', pointsAwarded: 10 }]);
    expect(errors).toEqual({ ALREADY_COMPLETED: RACERS - 1 });
  });

  it('is not completed by the code of another earner or quest, or one of another key', async () => {
    const who = await begin();
    const other = { ...who, userId: await quests.addEarner() };
    const wrong = [
      await codeOf(other),
      await codeOf({ ...who, questId: (await begin()).questId }),
      completionCode(`${EXAMPLE_COURSE_KEY}x`, (await quests.call(getEarnerCode, who)).code),
      (await codeOf(who)).slice(0, -1),
    ];
    for (const completionCode of wrong.slice(0, 2))
      expect((await errorOf(submit(who, { completionCode }))).code).toBe('COMPLETION_CODE_WRONG');
    for (const completionCode of wrong.slice(2))
      expect((await errorOf(submit(other, { completionCode }))).code).toBe('COMPLETION_CODE_WRONG');
  });

  it('is reviewed by a certificate, which counts for one earner, after wrong codes as well', async () => {
    const who = await begin();
    expect((await errorOf(submit(who, { completionCode: 'wrong' }))).code).toBe('COMPLETION_CODE_WRONG');
    expect(await submit(who, { certificateUrl })).toMatchObject({ status: 'in_review', pointsAwarded: 0 });
    const other = { ...who, userId: await quests.addEarner() };
    expect((await errorOf(submit(other, { certificateUrl }))).code).toBe('SUBJECT_ALREADY_USED');
  });

  it('without a key takes certificates alone, and with the method manual reviews every submission', async () => {
    const without = await begin(COURSE);
    expect((await errorOf(submit(without, { completionCode: 'x' }))).code).toBe('TASK_INPUTS_INVALID');
    expect((await errorOf(submit(without, { note: 'Done.' }))).code).toBe('TASK_INPUTS_INVALID');
    expect(await submit(without, { certificateUrl })).toMatchObject({ status: 'in_review' });
    const manual = await begin(WITH_KEY, 'manual');
    const completionCode = await codeOf(manual);
    expect((await errorOf(submit(manual, { completionCode }))).code).toBe('TASK_INPUTS_INVALID');
    expect(await submit(manual, { completionCode, certificateUrl })).toMatchObject({ status: 'in_review' });
  });

  it('answers the code of the earner for types that ask for one alone', async () => {
    const [questId, userId] = [
      await quests.addQuest('engagement_secret_code', { code: 'Moonrise' }),
      await quests.addEarner(),
    ];
    expect((await errorOf(quests.call(getEarnerCode, { questId, userId }))).code).toBe('WRONG_TASK_TYPE');
  });

  it('makes the code of the guide', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guides/course-codes.md'), 'utf8');
    const [, key = '', code = '', completion] =
      /with the key `(.+)` and the earner's code `(.+)`, the completion code is `(.+)`/.exec(guide) ?? [];
    expect(completionCode(key, code)).toBe(completion);
    const type = TASK_TYPES.get('learn_course_complete');
    expect(type.available && [type.exampleConfig['courseKey'], type.exampleInputs['completionCode']]).toEqual([
      key,
      completion,
    ]);
  });
});
