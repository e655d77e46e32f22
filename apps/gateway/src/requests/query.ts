import { fieldError, type Field, type FieldError } from '@questp/messages/language';

const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * Reads the members of a query string. Converts a text to the type of its field where possible: digits to a number,
 * `true` and `false` to a boolean. Other texts stay, and the service rejects them. A list repeats its parameter.
 * @returns an error for each parameter that is unknown, repeated or has NUL, and the members of the others
 */
export function queryMembers(
  query: unknown,
  fields: ReadonlyMap<string, Field>,
): { members: Record<string, unknown>; errors: FieldError[] } {
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
  return { members, errors };
}

/** The query parameter of a pointer into a message. */
export const inQuery = (pointer: string): string => pointer.replace(/^\/([^/]*).*/, '?$1');

const isList = ({ schema }: Field): boolean => 'json' in schema && schema.json['type'] === 'array';

function typed(text: string, { schema }: Field): unknown {
  const type = 'json' in schema ? schema.json['type'] : undefined;
  if (type === 'integer' && WHOLE_NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
