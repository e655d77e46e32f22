import { toPointer, type FieldError, type FieldErrorCode } from '@questp/messages';
import { httpUrl, text, type JsonSchema } from '../json-schema.js';
import { schemaErrors } from '../schema-errors.js';

export const FIELD_KINDS = [
  'short_text',
  'long_text',
  'number',
  'yes_no',
  'single_choice',
  'multiple_choice',
  'url',
  'email',
  'date',
] as const;

export type FormField = {
  id: string;
  label: string;
  kind: (typeof FIELD_KINDS)[number];
  required: boolean;
  options?: { id: string; label: string }[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
export type FormConfig = { fields: FormField[] };
export type FormAnswers = Record<string, string | number | boolean | string[]>;

/** Which kinds a setting belongs to. */
const SETTINGS = {
  options: ['single_choice', 'multiple_choice'],
  maxLength: ['short_text', 'long_text'],
  minimum: ['number'],
  maximum: ['number'],
} as const satisfies Record<string, readonly FormField['kind'][]>;

const FORMATS = {
  url: httpUrl('An http or https address.'),
  email: text('An e-mail address.', 254, { format: 'email' }),
  date: text('A date as YYYY-MM-DD.', 10, { format: 'date' }),
};
const FORMAT_MAX_LENGTH = 2048;

const DEFAULT_MAX_LENGTH = { short_text: 200, long_text: 5000 };

/** Repeated ids, choices without options, settings of another kind of field. */
export function formConfigErrors({ fields }: FormConfig): FieldError[] {
  const seen = new Set<string>();
  return fields.flatMap((field, index) => {
    const errors: FieldError[] = [];
    const report = (member: string, code: FieldErrorCode, detail: string) =>
      errors.push({ pointer: `/fields/${index}/${member}`, code, detail });
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
    return errors;
  });
}

/** Unknown fields, missing required ones, and values that do not fit their field. */
export function formAnswerErrors(fields: readonly FormField[], answers: FormAnswers): FieldError[] {
  const errors: FieldError[] = [];
  for (const id of Object.keys(answers)) {
    if (!fields.some((field) => field.id === id)) {
      errors.push({ pointer: pointerTo(id), code: 'UNKNOWN_MEMBER', detail: 'The form has no such field.' });
    }
  }
  for (const field of fields) {
    const value = Object.hasOwn(answers, field.id) ? answers[field.id] : undefined;
    const empty = value === undefined || (typeof value === 'string' && value.trim() === '') || isEmptyList(value);
    if (empty && field.required) {
      errors.push({ pointer: pointerTo(field.id), code: 'REQUIRED', detail: 'The field has to be filled in.' });
    } else if (!empty) {
      const wrong = valueError(field, value);
      if (wrong !== null) {
        errors.push({ ...wrong, pointer: pointerTo(field.id) });
      }
    }
  }
  return errors;
}

type Wrong = Omit<FieldError, 'pointer'> | null;

function valueError(field: FormField, value: FormAnswers[string]): Wrong {
  switch (field.kind) {
    case 'short_text':
    case 'long_text':
      return textError(value, field.maxLength ?? DEFAULT_MAX_LENGTH[field.kind]);
    case 'number':
      return numberError(value, field);
    case 'yes_no':
      return typeof value === 'boolean' ? null : wrongType('true or false');
    case 'single_choice':
      return typeof value === 'string' ? optionError(field, [value]) : wrongType('the id of an option');
    case 'multiple_choice':
      return Array.isArray(value) ? optionError(field, value) : wrongType('a list of option ids');
    case 'url':
    case 'email':
    case 'date':
      return formatError(value, FORMATS[field.kind]);
  }
}

function textError(value: unknown, maxLength: number): Wrong {
  if (typeof value !== 'string') {
    return wrongType('a text');
  }
  return [...value].length > maxLength
    ? { code: 'LENGTH', detail: `The text has more than ${maxLength} characters.` }
    : null;
}

function numberError(value: unknown, { minimum = -Infinity, maximum = Infinity }: FormField): Wrong {
  if (typeof value !== 'number') {
    return wrongType('a number');
  }
  if (value < minimum) {
    return { code: 'RANGE', detail: `The number is below ${minimum}.` };
  }
  return value > maximum ? { code: 'RANGE', detail: `The number is above ${maximum}.` } : null;
}

function optionError({ options = [] }: FormField, chosen: readonly string[]): Wrong {
  if (new Set(chosen).size < chosen.length) {
    return { code: 'DUPLICATE', detail: 'An option is chosen twice.' };
  }
  return chosen.every((id) => options.some((option) => option.id === id))
    ? null
    : { code: 'UNKNOWN_OPTION', detail: 'The field has no such option.' };
}

function formatError(value: unknown, schema: JsonSchema): Wrong {
  const tooLong = typeof value === 'string' ? textError(value, FORMAT_MAX_LENGTH) : null;
  return tooLong ?? schemaErrors(schema, value)[0] ?? null;
}

function wrongType(wanted: string): Wrong {
  return { code: 'TYPE', detail: `The value is not ${wanted}.` };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isOneOf(kind: FormField['kind'], kinds: readonly FormField['kind'][]): boolean {
  return kinds.includes(kind);
}

function pointerTo(fieldId: string): string {
  return toPointer(['answers', fieldId]);
}
