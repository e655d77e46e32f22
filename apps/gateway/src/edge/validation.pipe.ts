import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { AppError, type FieldError } from '@questp/messages';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { toPointer } from './json-body.js';

/** Stable code of each class-validator constraint the field decorators use. */
const CODES: Readonly<Record<string, string>> = {
  isString: 'TYPE',
  isInt: 'TYPE',
  isBoolean: 'TYPE',
  isArray: 'TYPE',
  isObject: 'TYPE',
  nestedValidation: 'TYPE',
  isLength: 'LENGTH',
  arrayMinSize: 'LENGTH',
  arrayMaxSize: 'LENGTH',
  arrayUnique: 'DUPLICATE',
  min: 'RANGE',
  max: 'RANGE',
  isIn: 'NOT_ALLOWED',
  matches: 'FORMAT',
  isUrl: 'FORMAT',
  isIso8601: 'FORMAT',
  textMap: 'FORMAT',
  textListMap: 'FORMAT',
  whitelistValidation: 'UNKNOWN_MEMBER',
};

/** Turns bodies and queries into DTO instances; unknown members and wrong types are VALIDATION_FAILED. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    // Undefined: no body at all. The body null is one of the wrong type.
    const plain = value === undefined ? {} : value;
    if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
      throw new AppError('VALIDATION_FAILED', {
        errors: [{ pointer: '', code: 'TYPE', detail: 'The body must be a JSON object.' }],
      });
    }
    const instance = plainToInstance(metatype as Type<object>, plain);
    const failures = validateSync(instance, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: false,
      stopAtFirstError: true,
    });
    if (failures.length > 0) {
      throw new AppError('VALIDATION_FAILED', {
        errors: failures.flatMap((failure) => fieldErrors(failure, type, [])),
      });
    }
    return instance;
  }
}

function fieldErrors(failure: ValidationError, place: 'body' | 'query', above: readonly string[]): FieldError[] {
  const path = [...above, failure.property];
  const own = Object.entries(failure.constraints ?? {}).map(([constraint, message]) => {
    const missing = failure.value === undefined;
    return {
      pointer: place === 'query' ? `?${failure.property}` : toPointer(path),
      code: missing ? 'REQUIRED' : (CODES[constraint] ?? 'INVALID'),
      detail: missing ? 'The member is required.' : sentence(message, failure.property),
    };
  });
  return [...own, ...(failure.children ?? []).flatMap((child) => fieldErrors(child, place, path))];
}

const sentence = (message: string, property: string) =>
  `${message.startsWith('property ') ? `The member ${property} is not known` : message.replace(/^nested property /, '')}.`;
