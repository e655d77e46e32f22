import { FILE_TYPES, MAX_EVIDENCE_FILES } from '@questp/messages/integrations';
import { fieldError, toPointer, type FieldError, type FieldErrorCode, type JsonType } from '@questp/messages/language';
import { contentTypes, fileIds, listedEvidence } from '../../catalog/definition/evidence.js';
import type { EvidenceInput } from '../../catalog/definition/facts.js';
import {
  choice,
  flag,
  httpUrl,
  integer,
  line,
  listOfObjects,
  memberName,
  number,
  object,
  shown,
  text,
  type JsonSchema,
  type ValueOf,
} from '../../catalog/definition/json-schema.js';
import { schemaErrors } from '../../catalog/definition/schema-errors.js';

const FIELD_KINDS = [
  'short_text',
  'long_text',
  'number',
  'yes_no',
  'single_choice',
  'multiple_choice',
  'url',
  'email',
  'date',
  'file',
] as const;

export const formField = object(
  {
    id: memberName('Id, unique in the form.'),
    label: shown(line('The question.', 500)),
    kind: choice('What is entered.', FIELD_KINDS),
    required: flag('The field has to be filled in.', false),
    options: listOfObjects(
      'What can be chosen; for single_choice and multiple_choice.',
      object({ id: memberName('Id, unique in the field.'), label: shown(line('The option.', 200)) }, ['id', 'label']),
      50,
    ),
    maxLength: integer('Most characters of a text; for short_text and long_text.', 1, 10_000),
    minimum: number('Least number; for number.', -1e12, 1e12),
    maximum: number('Greatest number; for number.', -1e12, 1e12),
    maxFiles: integer('Most files, 1 by default; for file.', 1, MAX_EVIDENCE_FILES),
    contentTypes: contentTypes('What a file may be, anything by default; for file.'),
  },
  ['id', 'label', 'kind'],
);

export type FormField = ValueOf<typeof formField>;
export type FormConfig = { fields: readonly FormField[] };
export type FormAnswers = Readonly<Record<string, string | number | boolean | string[]>>;

/** The kinds of field that have a setting. */
const SETTINGS = {
  options: ['single_choice', 'multiple_choice'],
  maxLength: ['short_text', 'long_text'],
  minimum: ['number'],
  maximum: ['number'],
  maxFiles: ['file'],
  contentTypes: ['file'],
} as const satisfies Record<string, readonly FormField['kind'][]>;

const FORMATS = {
  url: httpUrl('An http or https address.'),
  email: text('An e-mail address.', 254, { format: 'email' }),
  date: text('A date as YYYY-MM-DD.', 10, { format: 'date' }),
  file: fileIds('Uploaded files.', MAX_EVIDENCE_FILES),
};
const FORMAT_MAX_LENGTH = 2048;

const DEFAULT_MAX_LENGTH = { short_text: 200, long_text: 5000 };
const DEFAULT_MAX_FILES = 1;

/** Repeated ids, choices without options, settings of another kind of field, more files than an attempt can have. */
export function formConfigErrors({ fields }: FormConfig): FieldError[] {
  const seen = new Set<string>();
  let files = 0;
  return fields.flatMap((field, index) => {
    const errors: FieldError[] = [];
    const report = (member: string, code: FieldErrorCode, detail: string) =>
      errors.push(fieldError(`/fields/${index}/${member}`, code, {}, detail));
    if (seen.has(field.id)) {
      report('id', 'DUPLICATE', 'The id is used twice.');
    }
    seen.add(field.id);
    for (const [setting, kinds] of Object.entries(SETTINGS)) {
      if (field[setting as keyof typeof SETTINGS] !== undefined && !isOneOf(field.kind, kinds)) {
        report(setting, 'NOT_ALLOWED', `A field of kind ${field.kind} takes no ${setting}.`);
      }
    }
    if (isOneOf(field.kind, SETTINGS.options)) {
      const ids = field.options?.map(({ id }) => id);
      if (ids === undefined) {
        report('options', 'REQUIRED', 'A choice needs options.');
      } else if (new Set(ids).size < ids.length) {
        report('options', 'DUPLICATE', 'An option id is used twice.');
      }
    }
    if (field.minimum !== undefined && field.maximum !== undefined && field.minimum > field.maximum) {
      report('minimum', 'RANGE', 'The least number is above the greatest.');
    }
    if (field.kind === 'file') {
      files += field.maxFiles ?? DEFAULT_MAX_FILES;
      if (files > MAX_EVIDENCE_FILES) {
        report('maxFiles', 'RANGE', `All fields together take at most ${MAX_EVIDENCE_FILES} files.`);
      }
    }
    return errors;
  });
}

/** Unknown fields, missing required ones, and values that do not fit their field. */
export function formAnswerErrors(fields: readonly FormField[], answers: FormAnswers): FieldError[] {
  const errors: FieldError[] = [];
  for (const id of Object.keys(answers)) {
    if (!fields.some((field) => field.id === id)) {
      errors.push(fieldError(pointerTo(id), 'UNKNOWN_MEMBER', {}, 'The form has no such field.'));
    }
  }
  for (const field of fields) {
    const value = answerTo(field, answers);
    const empty = value === undefined || (typeof value === 'string' && value.trim() === '') || isEmptyList(value);
    if (empty && field.required) {
      errors.push(fieldError(pointerTo(field.id), 'REQUIRED'));
    } else if (!empty) {
      const wrong = valueError(field, value, pointerTo(field.id));
      if (wrong !== null) errors.push(wrong);
    }
  }
  return errors;
}

/** The files of answers that fit. */
export function formEvidence(fields: readonly FormField[], answers: FormAnswers): EvidenceInput[] {
  return fields.flatMap((field) => {
    const files = field.kind === 'file' ? answerTo(field, answers) : undefined;
    // Left empty, it may be an empty text as well.
    return Array.isArray(files) ? listedEvidence(pointerTo(field.id), files, field.contentTypes ?? FILE_TYPES) : [];
  });
}

const answerTo = ({ id }: FormField, answers: FormAnswers): FormAnswers[string] | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

type Wrong = FieldError | null;

function valueError(field: FormField, value: FormAnswers[string], pointer: string): Wrong {
  switch (field.kind) {
    case 'short_text':
    case 'long_text':
      return textError(value, field.maxLength ?? DEFAULT_MAX_LENGTH[field.kind], pointer);
    case 'number':
      return numberError(value, field, pointer);
    case 'yes_no':
      return typeof value === 'boolean' ? null : wrongType(pointer, 'boolean');
    case 'single_choice':
      return typeof value === 'string' ? optionError(field, [value], pointer) : wrongType(pointer, 'string');
    case 'multiple_choice':
      return Array.isArray(value) ? optionError(field, value, pointer) : wrongType(pointer, 'array');
    case 'url':
    case 'email':
    case 'date':
      return formatError(value, FORMATS[field.kind], pointer);
    case 'file':
      return filesError(value, field.maxFiles ?? DEFAULT_MAX_FILES, pointer);
  }
}

function textError(value: unknown, max: number, pointer: string): Wrong {
  if (typeof value !== 'string') return wrongType(pointer, 'string');
  return [...value].length > max ? fieldError(pointer, 'LENGTH', { max, unit: 'characters' }) : null;
}

function numberError(value: unknown, { minimum, maximum }: FormField, pointer: string): Wrong {
  if (typeof value !== 'number') return wrongType(pointer, 'number');
  if (value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)) return null;
  const limits = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
  return fieldError(pointer, 'RANGE', limits);
}

function optionError({ options = [] }: FormField, chosen: readonly string[], pointer: string): Wrong {
  if (new Set(chosen).size < chosen.length) return fieldError(pointer, 'DUPLICATE');
  const allowed = options.map(({ id }) => id);
  return chosen.every((id) => allowed.includes(id)) ? null : fieldError(pointer, 'UNKNOWN_OPTION', { allowed });
}

function filesError(value: unknown, max: number, pointer: string): Wrong {
  const tooMany = Array.isArray(value) && value.length > max;
  return tooMany ? fieldError(pointer, 'LENGTH', { max, unit: 'items' }) : formatError(value, FORMATS.file, pointer);
}

function formatError(value: unknown, schema: JsonSchema, pointer: string): Wrong {
  const tooLong = typeof value === 'string' ? textError(value, FORMAT_MAX_LENGTH, '') : null;
  const [error] = tooLong ? [tooLong] : schemaErrors(schema, value);
  return error === undefined ? null : { ...error, pointer: pointer + error.pointer };
}

const wrongType = (pointer: string, type: JsonType): FieldError => fieldError(pointer, 'TYPE', { type });

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isOneOf(kind: FormField['kind'], kinds: readonly FormField['kind'][]): boolean {
  return kinds.includes(kind);
}

function pointerTo(fieldId: string): string {
  return toPointer(['answers', fieldId]);
}
