import { AppError, fieldError, MAX_ERRORS, type Field, type FieldError } from '@questp/messages/language';

const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * The members a query string sends, as the types their fields want where the text says so: the digits of a whole
 * number, `true` and `false`. What fits no type stays text, which the service refuses. A list is its parameter once per item.
 * @throws AppError VALIDATION_FAILED for a parameter that is unknown, stands there twice or holds NUL
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
