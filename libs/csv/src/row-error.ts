import { fieldError, type FieldError, type FieldErrorCode, type FieldLimits } from '@questp/messages/language';

/** What is wrong with a row: counted from 1, the header included, as RFC 7111 does. */
export const rowError = (row: number, code: FieldErrorCode, detail: string, limits: FieldLimits = {}): FieldError =>
  fieldError(`#row=${row}`, code, limits, detail);
