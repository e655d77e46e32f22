import { fieldError, type FieldError, type FieldErrorCode, type FieldLimits } from '@questp/messages/language';

/** Error of a row; rows are counted from 1 with the header, as in RFC 7111. */
export const rowError = (row: number, code: FieldErrorCode, detail: string, limits: FieldLimits = {}): FieldError =>
  fieldError(`#row=${row}`, code, limits, detail);
