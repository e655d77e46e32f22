import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { field, type FieldOptions } from './field.js';

interface WholeOptions extends FieldOptions {
  min: number;
  max: number;
}

/** A whole number. */
export function Whole({ min, max, ...options }: WholeOptions): PropertyDecorator {
  return field(options, { json: { type: 'integer', minimum: min, maximum: max } }, [IsInt(), Min(min), Max(max)]);
}

/** An integer of a reply, without bounds. */
export function Count(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { json: { type: 'integer' } }, [IsInt()]);
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { json: { type: 'boolean' } }, [IsBoolean()]);
}

const names = new WeakMap<readonly string[], string>();

/** A closed set of strings. The name is that of its schema in OpenAPI. */
export function enumeration<const Values extends readonly string[]>(name: string, values: Values): Values {
  names.set(values, name);
  return values;
}

export const enumerationName = (values: readonly string[]): string | undefined => names.get(values);

/** One of a closed set of strings. */
export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const json = { type: 'string', enum: [...values] };
  return field(options, { json, enumeration: enumerationName(values) }, [IsIn(values)]);
}
