import { AppError, fieldError, type Field, type FieldError } from '@questp/messages/language';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (...errors: FieldError[]) => new AppError('VALIDATION_FAILED', { errors });

/**
 * Splits the members of a body into those that the operation takes, whose values the service validates, and the names of
 * the others.
 * @param body undefined without a body, where the operation treats that as an empty one
 * @throws AppError VALIDATION_FAILED if the body is not an object, or none is taken
 */
export function bodyMembers(
  body: unknown,
  fields: ReadonlyMap<string, Field>,
): { members: Record<string, unknown>; unknown: string[] } {
  if (body === undefined) return { members: {}, unknown: [] };
  if (fields.size === 0) {
    if (body === null || (isObject(body) && Object.keys(body).length === 0)) return { members: {}, unknown: [] };
    throw refused(fieldError('', 'UNKNOWN_MEMBER', {}, 'No body is taken here.'));
  }
  if (!isObject(body)) throw refused(fieldError('', 'TYPE', { type: 'object' }, 'The body must be a JSON object.'));
  const unknown = Object.keys(body).filter((name) => !fields.has(name));
  if (unknown.length === 0) return { members: body, unknown };
  return { members: Object.fromEntries(Object.entries(body).filter(([name]) => fields.has(name))), unknown };
}
