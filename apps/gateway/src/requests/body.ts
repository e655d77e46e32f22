import { AppError, fieldError, MAX_ERRORS, toPointer, type Field, type FieldError } from '@questp/messages/language';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (...errors: FieldError[]) => new AppError('VALIDATION_FAILED', { errors });

/**
 * The members a body sends; what they hold is the service's to check.
 * @param body undefined when there is none, where that is the same as an empty one
 * @throws AppError VALIDATION_FAILED for a body that is no object, or with members that are not taken
 */
export function bodyMembers(body: unknown, fields: ReadonlyMap<string, Field>): Record<string, unknown> {
  if (body === undefined) return {};
  if (fields.size === 0) {
    if (body === null || (isObject(body) && Object.keys(body).length === 0)) return {};
    throw refused(fieldError('', 'UNKNOWN_MEMBER', {}, 'No body is taken here.'));
  }
  if (!isObject(body)) throw refused(fieldError('', 'TYPE', { type: 'object' }, 'The body must be a JSON object.'));
  const unknown = Object.keys(body).filter((name) => !fields.has(name));
  if (unknown.length === 0) return body;
  throw refused(...unknown.slice(0, MAX_ERRORS).map((name) => fieldError(toPointer([name]), 'UNKNOWN_MEMBER')));
}
