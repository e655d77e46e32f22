import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** What every field decorator takes. */
export interface FieldOptions {
  /** The member may be left out. */
  optional?: boolean;
  /** The member may be null. */
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

/**
 * One property of a DTO: the validators that check it and the OpenAPI schema that describes it, from one place.
 * A property is required and not null unless the options say otherwise.
 */
export function field(
  { optional = false, nullable = false, description, example }: FieldOptions,
  schema: object,
  validators: PropertyDecorator[],
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      ...schema,
      required: !optional,
      ...(nullable ? { nullable } : {}),
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
    }),
    ValidateIf((_, value: unknown) => !(optional && value === undefined) && !(nullable && value === null)),
    ...validators,
  );
}
