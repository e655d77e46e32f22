import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsObject, IsString, ValidateBy } from 'class-validator';
import { fitsBytes } from '../byte-budget.js';
import { field, type FieldOptions, type MessageClass } from './field.js';
import { formKeywords, type Patterned } from './forms.js';
import { enumerationName } from './scalar.js';
import { LINE } from './shown-characters.js';
import { HasForm, HasLength, IsStorable, UNSTORABLE, fitsLength } from './text.js';

/** A member that is itself a message. */
export function Nested(of: () => MessageClass, options: FieldOptions = {}): PropertyDecorator {
  return field(options, { class: of, list: false, more: {} }, [IsObject()]);
}

interface ListOptions extends FieldOptions {
  min?: number;
  max?: number;
}

/** Accepts values of at most this many bytes of JSON. */
const HasBytes = (maxBytes: number): PropertyDecorator =>
  ValidateBy({
    name: 'maxBytes',
    validator: { validate: (value: unknown) => fitsBytes(value, maxBytes) },
  });

const sizes = ({ min, max }: ListOptions) => [
  IsArray(),
  ...(min === undefined ? [] : [ArrayMinSize(min)]),
  ...(max === undefined ? [] : [ArrayMaxSize(max)]),
];
const sizeSchema = ({ min, max }: ListOptions) => ({
  ...(min === undefined ? {} : { minItems: min }),
  ...(max === undefined ? {} : { maxItems: max }),
});

/** Refuses duplicates in linear time; class-validator's ArrayUnique takes quadratic time. */
const IsUnique = (): PropertyDecorator =>
  ValidateBy({
    name: 'arrayUnique',
    validator: { validate: (value: unknown) => Array.isArray(value) && new Set(value).size === value.length },
  });

/**
 * A list of messages.
 * @param maxBytes the list ends when it is reached
 */
export function ListOf(
  of: () => MessageClass,
  { maxBytes, ...options }: ListOptions & { maxBytes?: number } = {},
): PropertyDecorator {
  const validators = [...sizes(options), ...(maxBytes === undefined ? [] : [HasBytes(maxBytes)])];
  return field(options, { class: of, list: true, more: sizeSchema(options), maxBytes }, validators);
}

/** A list of distinct strings of one kind. */
export function ListOfText({
  form,
  maxLength = 200,
  ...options
}: ListOptions & { form?: Patterned; maxLength?: number } = {}): PropertyDecorator {
  const items = { type: 'string', maxLength, ...formKeywords(form) };
  return field(options, { json: { type: 'array', items, uniqueItems: true, ...sizeSchema(options) }, form }, [
    ...sizes(options),
    IsString({ each: true }),
    IsStorable({ each: true }),
    HasLength(0, maxLength, { each: true }),
    ...(form === undefined ? [] : [HasForm(form, { each: true })]),
    IsUnique(),
  ]);
}

/** A list of distinct members of a closed set. */
export function ListOfOneOf(values: readonly string[], options: ListOptions = {}): PropertyDecorator {
  const items = { type: 'string', enum: [...values] };
  const json = { type: 'array', items, uniqueItems: true, ...sizeSchema(options) };
  return field(options, { json, enumeration: enumerationName(values) }, [
    ...sizes(options),
    IsIn(values, { each: true }),
    IsUnique(),
  ]);
}

/** An object whose schema depends on the task type, which validates it. */
export function AnyObject({ maxBytes, ...options }: FieldOptions & { maxBytes: number }): PropertyDecorator {
  const json = { type: 'object', additionalProperties: true };
  return field(options, { json, maxBytes }, [IsObject(), HasBytes(maxBytes)]);
}

interface TextMapOptions extends FieldOptions {
  maxEntries: number;
  maxNameLength: number;
  maxLength: number;
  /** Maximum length of each text; unlimited when absent. */
  form?: Patterned;
}

/** An object of named strings; names are one line. */
export function TextMap({ maxEntries, maxNameLength, maxLength, form, ...options }: TextMapOptions): PropertyDecorator {
  const schema = {
    type: 'object',
    maxProperties: maxEntries,
    propertyNames: { type: 'string', minLength: 1, maxLength: maxNameLength, ...formKeywords('line') },
    additionalProperties: { type: 'string', maxLength, ...formKeywords(form) },
  };
  const isName = (name: string) => fitsLength(name, 1, maxNameLength) && LINE.test(name) && !UNSTORABLE.test(name);
  return field(options, { json: schema, form }, [
    IsObject(),
    ValidateBy({
      name: 'textMap',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length <= maxEntries &&
          Object.keys(value).every(isName),
        defaultMessage: () => `Must be at most ${maxEntries} names of 1 to ${maxNameLength} characters in one line.`,
      },
    }),
    IsString({ each: true }),
    IsStorable({ each: true }),
    HasLength(0, maxLength, { each: true }),
    ...(form === undefined ? [] : [HasForm(form, { each: true })]),
  ]);
}

/** An object of lists of strings, e.g. the chosen options of each question. */
export function TextListMap({
  maxEntries,
  maxItems,
  maxLength,
  ...options
}: FieldOptions & { maxEntries: number; maxItems: number; maxLength: number }): PropertyDecorator {
  const items = { type: 'string', maxLength };
  const schema = {
    type: 'object',
    additionalProperties: { type: 'array', items, maxItems },
    maxProperties: maxEntries,
  };
  const isId = (id: unknown) => typeof id === 'string' && fitsLength(id, 0, maxLength) && !UNSTORABLE.test(id);
  const fits = ([name, list]: [string, unknown]) =>
    !UNSTORABLE.test(name) && Array.isArray(list) && list.length <= maxItems && list.every(isId);
  return field(options, { json: schema }, [
    IsObject(),
    ValidateBy({
      name: 'textListMap',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length <= maxEntries &&
          Object.entries(value).every(fits),
        defaultMessage: () => `Must be at most ${maxEntries} lists of at most ${maxItems} texts.`,
      },
    }),
  ]);
}

/** An object with one whole number per name. */
export function CountsOf(names: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
  const isCounts = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === names.length &&
    names.every((name) => Number.isInteger((value as Record<string, unknown>)[name]));
  return field(options, { json: { type: 'object', properties, required: [...names], additionalProperties: false } }, [
    IsObject(),
    ValidateBy({
      name: 'countsOf',
      validator: { validate: isCounts, defaultMessage: () => `Must be a number of each: ${names.join(', ')}.` },
    }),
  ]);
}
