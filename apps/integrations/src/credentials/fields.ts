import { fitsLength, hasForm, type Patterned } from '@questp/messages/language';
import type { Platform, PlatformConfig } from '../description/platform.js';

export interface NamedField {
  name: string;
  secret: boolean;
  required: boolean;
  form: Patterned;
  maxLength: number;
}

/** The fields of a provider, with their defaults. */
export const fieldsOf = ({ fields }: Pick<Platform<PlatformConfig>, 'fields'>): NamedField[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    secret: field.secret ?? false,
    required: field.required ?? false,
    form: field.form ?? 'printable',
    maxLength: field.max ?? 500,
  }));

export const fitsForm = ({ form }: NamedField, value: string): boolean => hasForm(form, value);

export const fitsField = (field: NamedField, value: string): boolean =>
  fitsLength(value, 1, field.maxLength) && fitsForm(field, value);
