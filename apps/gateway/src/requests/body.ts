import { AppError, fieldError, MAX_ERRORS, toPointer, type Field, type FieldError } from '@questp/messages/language';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (...errors: FieldError[]) => new AppError('VALIDATION_FAILED', { errors });

/**
 * Returns the members of a body; the service validates their values.
 * @param body undefined without a body, where the operation treats that as an empty one
 * @throws AppError VALIDATION_FAILED if the body is not an object or has unknown members
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
