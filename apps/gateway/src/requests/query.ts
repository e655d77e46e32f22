import { AppError, fieldError, MAX_ERRORS, type Field, type FieldError } from '@questp/messages/language';

const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * Reads the members of a query string. Converts a text to the type of its field where possible: digits to a number,
 * `true` and `false` to a boolean. Other texts stay, and the service rejects them. A list repeats its parameter.
 * @throws AppError VALIDATION_FAILED for an unknown or repeated parameter, or one with NUL
 */
export function queryMembers(query: unknown, fields: ReadonlyMap<string, Field>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(query as Record<string, string | string[]>)) {
    const pointer = `?${name}`;
    const field = fields.get(name);
    if (field === undefined) errors.push(fieldError(pointer, 'UNKNOWN_MEMBER'));
    else if ([value].flat().some((one) => one.includes('\0'))) errors.push(fieldError(pointer, 'CHARACTER'));
    else if (isList(field)) members[name] = [value].flat();
    else if (Array.isArray(value)) errors.push(fieldError(pointer, 'DUPLICATE', {}, 'Is given twice.'));
    else members[name] = typed(value, field);
  }
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors: errors.slice(0, MAX_ERRORS) });
  return members;
}

const isList = ({ schema }: Field): boolean => 'json' in schema && schema.json['type'] === 'array';

function typed(text: string, { schema }: Field): unknown {
  const type = 'json' in schema ? schema.json['type'] : undefined;
  if (type === 'integer' && WHOLE_NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
