import { defineFamily } from '../family/define-family.js';
import { fieldError, FORMS, MAX_TYPED_CODE, type FieldError } from '@questp/messages/language';
import { instructions } from '../../catalog/definition/common-fields.js';
import { httpUrl, object, secret, text, type JsonSchema, type ValueOf } from '../../catalog/definition/json-schema.js';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { note } from '../../catalog/definition/reviewed-proof.js';
import { defineTaskType, ONCE } from '../../catalog/definition/task-type.js';
import { isCompletionCode } from './completion-code.js';

/** An earner with one code could find out a short key without asking this platform. */
const MIN_KEY = 32;

/** As it is typed or pasted: characters that cannot be seen are ignored. */
const typedCompletion: JsonSchema<string> = {
  ...{ type: 'string', description: 'The code that the course shows.', minLength: 1, maxLength: MAX_TYPED_CODE },
};

const config = object(
  {
    courseUrl: httpUrl('Address of the course.'),
    courseKey: secret(
      text(
        `Key with which the course makes completion codes; a random text of at least ${MIN_KEY} characters. Without it, a reviewer decides.`,
        200,
        { minLength: MIN_KEY, pattern: FORMS.token_text.pattern.source },
      ),
    ),
    instructions,
  },
  ['courseUrl'],
);
const inputs = object(
  {
    completionCode: typedCompletion,
    certificateUrl: httpUrl('Address of the certificate, for a reviewer.'),
    note,
  },
  [],
  { minProperties: 1 },
);
type CourseConfig = ValueOf<typeof config>;
type CourseInputs = ValueOf<typeof inputs>;

function inputErrors({ courseKey }: CourseConfig, { completionCode, certificateUrl }: CourseInputs): FieldError[] {
  if (completionCode !== undefined && courseKey === undefined)
    return [fieldError('/completionCode', 'NOT_ALLOWED', {}, 'The course of this quest makes no codes.')];
  return completionCode === undefined && certificateUrl === undefined
    ? [fieldError(courseKey === undefined ? '/certificateUrl' : '', 'REQUIRED')]
    : [];
}

/** The code of the course decides; without one, a reviewer looks at the certificate. */
function courseOutcome(
  { courseKey }: CourseConfig,
  { completionCode }: CourseInputs,
  { earnerCode }: { earnerCode: string | null },
): Outcome {
  if (completionCode === undefined || courseKey === undefined) return { kind: 'review' };
  return earnerCode !== null && isCompletionCode(courseKey, earnerCode, completionCode)
    ? { kind: 'pass' }
    : { kind: 'fail', code: 'COMPLETION_CODE_WRONG', detail: 'The course did not make this code for you.' };
}

/** The key of the guide. */
export const EXAMPLE_COURSE_KEY = 'orbit-academy-9f3c1a7be2d84605b8c1';

/** Spec 2.4 "learn": a course elsewhere. */
export const course = defineFamily({
  types: [
    defineTaskType({
      id: 'learn_course_complete',
      name: 'Course Completion',
      category: 'learn',
      automation: { level: 'semi' },
      methods: ['hybrid', 'manual'],
      periods: ONCE,
      config,
      inputs,
      proof: ['certificateUrl'],
      redactedInputs: ['completionCode'],
      checkInputs: inputErrors,
      available: true,
      facts: { earnerCode: () => ({}) },
      rule: courseOutcome,
      exampleConfig: { courseUrl: 'https://academy.example.org/nodes', courseKey: EXAMPLE_COURSE_KEY },
      exampleInputs: {
        completionCode: 'de268f93efe41b89418c',
        certificateUrl: 'https://academy.example.org/certificates/7',
      },
    }),
  ],
});
