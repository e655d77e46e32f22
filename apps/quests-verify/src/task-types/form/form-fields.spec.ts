import { TASK_TYPES } from '../index.js';
import { FILE_TYPES } from '@questp/messages/integrations';
import { validateConfig, validateInputs } from '../../catalog/definition/validation.js';
import { formAnswerErrors, formEvidence, type FormField } from './form-fields.js';

const errorsOf = (validation: ReturnType<typeof validateConfig>) =>
  validation.ok ? [] : validation.errors.map(({ pointer, code }) => `${pointer} ${code}`);
const FILES = [1, 2, 3].map((nr) => `0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6${nr}`);
const options = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
];

describe('a form', () => {
  it.each([
    ['no field', [], ['/fields LENGTH']],
    [
      'a field id twice',
      [
        { id: 'x', label: 'X', kind: 'url' },
        { id: 'x', label: 'Y', kind: 'url' },
      ],
      ['/fields/1/id DUPLICATE'],
    ],
    ['a choice without options', [{ id: 'x', label: 'X', kind: 'single_choice' }], ['/fields/0/options REQUIRED']],
    ['options of a text', [{ id: 'x', label: 'X', kind: 'short_text', options }], ['/fields/0/options NOT_ALLOWED']],
    [
      'an option id twice',
      [{ id: 'x', label: 'X', kind: 'multiple_choice', options: [...options, { id: 'a', label: 'C' }] }],
      ['/fields/0/options DUPLICATE'],
    ],
    [
      'a length of a number',
      [{ id: 'x', label: 'X', kind: 'number', maxLength: 5 }],
      ['/fields/0/maxLength NOT_ALLOWED'],
    ],
    ['limits crossed', [{ id: 'x', label: 'X', kind: 'number', minimum: 2, maximum: 1 }], ['/fields/0/minimum RANGE']],
    ['an unknown kind', [{ id: 'x', label: 'X', kind: 'colour' }], ['/fields/0/kind NOT_ALLOWED']],
    ['files of a text', [{ id: 'x', label: 'X', kind: 'url', maxFiles: 1 }], ['/fields/0/maxFiles NOT_ALLOWED']],
    ['no type of file', [{ id: 'x', label: 'X', kind: 'file', contentTypes: [] }], ['/fields/0/contentTypes LENGTH']],
    [
      'a type no file has',
      [{ id: 'x', label: 'X', kind: 'file', contentTypes: ['video/mp4'] }],
      ['/fields/0/contentTypes/0 NOT_ALLOWED'],
    ],
    [
      'more files than can be handed in',
      [
        { id: 'x', label: 'X', kind: 'file', maxFiles: 10 },
        { id: 'y', label: 'Y', kind: 'file' },
      ],
      ['/fields/1/maxFiles RANGE'],
    ],
  ])('is refused with %s', (_, fields, errors) => {
    expect(errorsOf(validateConfig(TASK_TYPES.get('custom_form'), { fields }))).toEqual(errors);
  });
});

/** A form shows a reviewer something: one of its fields is filled in. */
const OTHER = { id: 'other', label: 'Other', kind: 'short_text' };

describe('a filled-in form', () => {
  const field = (kind: string, more: object = {}) => ({ id: 'x', label: 'X', kind, required: false, ...more });
  const answer = (kind: string, value: unknown, more: object = {}) =>
    errorsOf(
      validateInputs(
        TASK_TYPES.get('custom_form'),
        { fields: [field(kind, more), OTHER] },
        { answers: { x: value, other: 'y' } },
      ),
    );

  it.each([
    ['short_text', 'héllo', {}],
    ['short_text', '', {}],
    ['long_text', 'a\nb', {}],
    ['number', 3.5, { minimum: 3.5, maximum: 4 }],
    ['number', 0, { required: true }],
    ['yes_no', false, { required: true }],
    ['single_choice', 'b', { options }],
    ['multiple_choice', ['b', 'a'], { options }],
    ['multiple_choice', [], { options }],
    ['url', 'https://example.org/me', {}],
    ['email', 'me@example.org', {}],
    ['date', '2028-02-29', {}],
    ['file', FILES.slice(0, 1), { required: true }],
    ['file', FILES, { maxFiles: 3 }],
    ['file', [], {}],
  ])('takes %s %j', (kind, value, more) => {
    expect(answer(kind, value, more)).toEqual([]);
  });

  it.each([
    ['short_text', 'abc', { maxLength: 2 }, 'LENGTH'],
    ['short_text', 'x'.repeat(201), {}, 'LENGTH'],
    ['short_text', 5, {}, 'TYPE'],
    ['long_text', ' \n', { required: true }, 'REQUIRED'],
    ['number', '5', {}, 'TYPE'],
    ['number', 1, { minimum: 2 }, 'RANGE'],
    ['number', 3, { maximum: 2 }, 'RANGE'],
    ['yes_no', 'true', {}, 'TYPE'],
    ['single_choice', 'z', { options }, 'UNKNOWN_OPTION'],
    ['single_choice', ['a'], { options }, 'TYPE'],
    ['multiple_choice', ['a', 'a'], { options }, 'DUPLICATE'],
    ['multiple_choice', ['a', 'z'], { options }, 'UNKNOWN_OPTION'],
    ['multiple_choice', 'a', { options }, 'TYPE'],
    ['multiple_choice', [], { options, required: true }, 'REQUIRED'],
    ['url', 'javascript:alert(1)', {}, 'FORMAT'],
    ['email', 'me', {}, 'FORMAT'],
    ['email', `${'a.'.repeat(4000)}@`, {}, 'LENGTH'],
    ['date', '2027-02-29', {}, 'FORMAT'],
    ['file', FILES, { maxFiles: 2 }, 'LENGTH'],
    ['file', FILES.slice(0, 2), {}, 'LENGTH'],
    ['file', FILES[0], {}, 'TYPE'],
    ['file', [FILES[0], FILES[0]], { maxFiles: 2 }, 'DUPLICATE'],
    ['file', [], { required: true }, 'REQUIRED'],
  ])('refuses %s %j', (kind, value, more, code) => {
    expect(answer(kind, value, more)).toEqual([`/answers/x ${code}`]);
  });

  it('names the file whose id is none', () => {
    for (const id of ['file.png', `${FILES[0]?.slice(1)}g`])
      expect(answer('file', [FILES[0], id], { maxFiles: 2 })).toEqual(['/answers/x/1 FORMAT']);
  });

  it('lists the files of the answers with the allowed types of each', () => {
    const fields = [
      { ...field('file', { maxFiles: 2 }), id: 'a' },
      { ...field('file', { contentTypes: ['image/png'] }), id: 'b' },
      { ...field('file'), id: 'c' },
      { ...field('file'), id: 'd' },
      { ...field('multiple_choice', { options }), id: 'e' },
    ] as FormField[];
    const answers = { a: FILES.slice(0, 2), b: FILES.slice(2), c: [], d: ' ', e: ['a'] };
    expect(formAnswerErrors(fields, answers)).toEqual([]);
    expect(formEvidence(fields, answers)).toEqual([
      { pointer: '/answers/a/0', fileId: FILES[0], contentTypes: FILE_TYPES },
      { pointer: '/answers/a/1', fileId: FILES[1], contentTypes: FILE_TYPES },
      { pointer: '/answers/b/0', fileId: FILES[2], contentTypes: ['image/png'] },
    ]);
  });

  it('names unknown fields and missing required ones', () => {
    const config = { fields: [field('short_text', { required: true })] };
    expect(errorsOf(validateInputs(TASK_TYPES.get('custom_form'), config, { answers: { toString: 'y' } }))).toEqual([
      '/answers/toString UNKNOWN_MEMBER',
      '/answers/x REQUIRED',
    ]);
  });
});
