import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  Length,
  Matches,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { field, type FieldOptions } from './field.js';

type Class = abstract new () => object;
// Swagger takes a function for lazy only when its name is `type`.

/** A member that is itself a DTO. */
export function Nested(of: () => Class, options: FieldOptions = {}): PropertyDecorator {
  return (target, key) => {
    field(options, { type: () => of() }, [IsObject(), ValidateNested()])(target, key);
    Type(of)(target, key);
  };
}

interface ListOptions extends FieldOptions {
  min?: number;
  max?: number;
}

const sizes = ({ min, max }: ListOptions) => [
  IsArray(),
  ...(min === undefined ? [] : [ArrayMinSize(min)]),
  ...(max === undefined ? [] : [ArrayMaxSize(max)]),
];
const sizeSchema = ({ min, max }: ListOptions) => ({
  ...(min === undefined ? {} : { minItems: min }),
  ...(max === undefined ? {} : { maxItems: max }),
});

/** A list of DTOs. */
export function ListOf(of: () => Class, options: ListOptions = {}): PropertyDecorator {
  return (target, key) => {
    const schema = { type: () => of(), isArray: true, ...sizeSchema(options) };
    field(options, schema, [...sizes(options), IsObject({ each: true }), ValidateNested({ each: true })])(target, key);
    Type(of)(target, key);
  };
}

/** A list of strings of one kind, none twice. */
export function ListOfText({
  pattern,
  maxLength = 200,
  ...options
}: ListOptions & { pattern?: RegExp; maxLength?: number } = {}): PropertyDecorator {
  const items = { type: 'string', maxLength, ...(pattern === undefined ? {} : { pattern: pattern.source }) };
  return field(options, { type: 'array', items, uniqueItems: true, ...sizeSchema(options) }, [
    ...sizes(options),
    IsString({ each: true }),
    Length(0, maxLength, { each: true }),
    ...(pattern === undefined ? [] : [Matches(pattern, { each: true })]),
    ArrayUnique(),
  ]);
}

/** A list of members of a closed set, none twice. */
export function ListOfOneOf(values: readonly string[], options: ListOptions = {}): PropertyDecorator {
  const items = { type: 'string', enum: [...values] };
  return field(options, { type: 'array', items, uniqueItems: true, ...sizeSchema(options) }, [
    ...sizes(options),
    IsIn(values, { each: true }),
    ArrayUnique(),
  ]);
}

/** An object whose members the gateway does not know; the service that owns it checks them against their schema. */
export function AnyObject(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'object', additionalProperties: true }, [IsObject()]);
}

/** An object of named strings. */
export function TextMap({
  maxEntries,
  maxLength,
  pattern,
  ...options
}: FieldOptions & { maxEntries: number; maxLength: number; pattern: RegExp }): PropertyDecorator {
  const values = { type: 'string', maxLength, pattern: pattern.source };
  return field(options, { type: 'object', additionalProperties: values, maxProperties: maxEntries }, [
    IsObject(),
    ValidateBy({
      name: 'textMap',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length <= maxEntries &&
          Object.entries(value).every(
            ([name, text]) =>
              name.length >= 1 && name.length <= 60 && isText(text) && text.length <= maxLength && pattern.test(text),
          ),
        defaultMessage: () =>
          `$property takes at most ${maxEntries} names of 1..60 characters with texts of the pattern`,
      },
    }),
  ]);
}

/** An object of lists of strings, e.g. the chosen options of each question. */
export function TextListMap({
  maxEntries,
  maxItems,
  maxLength,
  ...options
}: FieldOptions & {
  maxEntries: number;
  maxItems: number;
  maxLength: number;
}): PropertyDecorator {
  const items = { type: 'string', maxLength };
  const schema = {
    type: 'object',
    additionalProperties: { type: 'array', items, maxItems },
    maxProperties: maxEntries,
  };
  return field(options, schema, [
    IsObject(),
    ValidateBy({
      name: 'textListMap',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.keys(value).length <= maxEntries &&
          Object.values(value).every(
            (list) =>
              Array.isArray(list) &&
              list.length <= maxItems &&
              list.every((id) => isText(id) && id.length <= maxLength),
          ),
        defaultMessage: () => `$property takes at most ${maxEntries} lists of at most ${maxItems} strings`,
      },
    }),
  ]);
}

/** An object with one whole number per name. */
export function CountsOf(names: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
  return field(options, { type: 'object', properties, required: [...names] }, [IsObject()]);
}

const isText = (value: unknown): value is string => typeof value === 'string';
