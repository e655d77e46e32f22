import { AppError, fieldError, fitsLength, MAX_ERRORS, toPointer, type FieldError } from '@questp/messages/language';
import { Secret } from '@questp/vault';
import { fitsForm, type NamedField } from './fields.js';

/** The requested values by field; null clears a field. Fields that keep their value are absent. */
export type Change = ReadonlyMap<string, Secret | null>;

/**
 * White space around a value is dropped: it comes from pasting, and no credential has any. An empty value keeps the
 * stored one.
 * @throws AppError VALIDATION_FAILED, which quotes no value
 */
export function readChange(described: readonly NamedField[], given: Readonly<Record<string, unknown>>): Change {
  const fields = new Map(described.map((field) => [field.name, field]));
  const errors: FieldError[] = [];
  const change = new Map<string, Secret | null>();
  for (const [name, value] of Object.entries(given)) {
    const field = fields.get(name);
    const text = typeof value === 'string' ? value.trim() : value;
    const error = errorOf(pointerOf(name), field, text);
    if (error !== undefined) errors.push(error);
    else if (text === null) change.set(name, null);
    else if (text !== '') change.set(name, new Secret(text as string));
  }
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors: errors.slice(0, MAX_ERRORS) });
  return change;
}

/** VALIDATION_FAILED if some required fields are set and others are missing. */
export function requireWhole(described: readonly NamedField[], present: ReadonlySet<string>): void {
  if (present.size === 0) return;
  const missing = described.filter(({ name, required }) => required && !present.has(name));
  if (missing.length === 0) return;
  const errors = missing.map(({ name }) => fieldError(pointerOf(name), 'REQUIRED'));
  throw new AppError('VALIDATION_FAILED', { errors });
}

export const pointerOf = (field: string): string => toPointer(['fields', field]);

function errorOf(pointer: string, field: NamedField | undefined, value: unknown): FieldError | undefined {
  if (field === undefined) return fieldError(pointer, 'UNKNOWN_MEMBER');
  if (value === null || value === '') return undefined;
  if (typeof value !== 'string') return fieldError(pointer, 'TYPE', { type: 'string' });
  const { form, maxLength } = field;
  if (!fitsLength(value, 1, maxLength))
    return fieldError(pointer, 'LENGTH', { min: 1, max: maxLength, unit: 'characters' });
  return fitsForm(field, value) ? undefined : fieldError(pointer, 'FORMAT', { form });
}
