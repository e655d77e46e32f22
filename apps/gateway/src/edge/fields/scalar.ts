import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { field, type FieldOptions } from './field.js';

interface WholeOptions extends FieldOptions {
  min: number;
  max: number;
}

/** A whole number; in a query (`WholeInQuery`) its decimal digits. */
export function Whole({ min, max, ...options }: WholeOptions): PropertyDecorator {
  return field(options, { type: 'integer', minimum: min, maximum: max }, [IsInt(), Min(min), Max(max)]);
}

/** A whole number of an answer, without bounds of its own. */
export function Count(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'integer' }, [IsInt()]);
}

export function WholeInQuery(options: WholeOptions & { default?: number }): PropertyDecorator {
  return (target, key) => {
    Whole(options)(target, key);
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
    )(target, key);
  };
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, [IsBoolean()]);
}

/** `true` or `false` in a query. */
export function FlagInQuery(options: FieldOptions = {}): PropertyDecorator {
  return (target, key) => {
    Flag(options)(target, key);
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))(
      target,
      key,
    );
  };
}

/** One of a closed set of strings. */
export function OneOf(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', enum: [...values] }, [IsIn(values)]);
}
