import {
  AppError,
  fieldError,
  parseJson,
  TooDeep,
  toPointer,
  UNSTORABLE,
  type ErrorCode,
  type FieldErrorCode,
} from '@questp/messages/language';
import jsonc from 'jsonc-parser';

/** Names that every object inherits (`__proto__`, `constructor`, `toString`, …); no schema of the API has one. */
const isInherited = (name: string) => name in Object.prototype;
const UNREADABLE_NUMBER = 'The number is outside the range in which JSON numbers are exact.';

/** Leaves out a byte order mark, which some programs write (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body more strictly than JSON.parse (I-JSON, RFC 7493): UTF-8 only, no member named twice, MAX_JSON_LEVELS
 * at most, numbers only where they are exact, no NUL or lone surrogate in any string, no name that reaches a prototype.
 * @throws AppError INVALID_JSON, DUPLICATE_JSON_KEY, VALIDATION_FAILED
 */
export function parseJsonBody(body: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body);
  } catch {
    throw new AppError('INVALID_JSON', { detail: 'The body is not valid UTF-8.' });
  }
  try {
    value = parseJson(text);
  } catch (error) {
    throw new AppError('INVALID_JSON', error instanceof TooDeep ? { detail: `The body is ${error.message}.` } : {});
  }
  checkStructure(text);
  return value;
}

function checkStructure(text: string): void {
  const names: Set<string>[] = [];
  jsonc.visit(text, {
    onObjectBegin: () => {
      names.push(new Set());
    },
    onObjectEnd: () => {
      names.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _character, path) => {
      const own = names.at(-1);
      if (isInherited(name)) {
        refuse('VALIDATION_FAILED', 'UNKNOWN_MEMBER', [...path(), name], 'The member is not known.');
      }
      if (own?.has(name)) {
        refuse('DUPLICATE_JSON_KEY', 'DUPLICATE', [...path(), name], 'The member is named twice.');
      }
      if (UNSTORABLE.test(name)) {
        refuse('VALIDATION_FAILED', 'CHARACTER', path(), 'A name holds NUL or half a surrogate pair.');
      }
      own?.add(name);
    },
    onLiteralValue: (value: unknown, _offset, _length, _line, _character, path) => {
      if (typeof value === 'string' && UNSTORABLE.test(value)) {
        refuse('VALIDATION_FAILED', 'CHARACTER', path(), 'The string holds NUL or half a surrogate pair.');
      }
      if (typeof value !== 'number') return;
      const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
      if (!exact) refuse('VALIDATION_FAILED', 'RANGE', path(), UNREADABLE_NUMBER);
    },
  });
}

function refuse(code: ErrorCode, fieldCode: FieldErrorCode, path: (string | number)[], detail: string): never {
  throw new AppError(code, { errors: [fieldError(toPointer(path), fieldCode, {}, detail)] });
}
