import type { Field } from '@questp/messages/language';

/** True for a well-formed path parameter; any other value results in 404. */
export type PathForm = (value: string) => boolean;

/**
 * The form of a path parameter, made from its field.
 * @throws Error unless the field has a pattern or is a closed set
 */
export function pathFormOf({ schema }: Field): PathForm {
  const { enum: values, pattern, minLength, maxLength } = 'json' in schema ? schema.json : {};
  if (Array.isArray(values)) return (value) => values.includes(value);
  if (typeof pattern !== 'string') throw new Error('A path parameter needs a pattern');
  const form = new RegExp(pattern, 'u');
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  return (value) => value.length >= least && value.length <= most && form.test(value);
}
