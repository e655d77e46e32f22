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

/** A whole number of a reply, without bounds of its own. */
export function Count(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { json: { type: 'integer' } }, [IsInt()]);
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { json: { type: 'boolean' } }, [IsBoolean()]);
}

/** One of a closed set of strings. */
export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { json: { type: 'string', enum: [...values] } }, [IsIn(values)]);
}
