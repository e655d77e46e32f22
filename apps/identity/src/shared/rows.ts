import { AppError, type FieldError, type Timestamp } from '@questp/messages/language';

/** Returns the row, or throws NOT_FOUND. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** Throws VALIDATION_FAILED if there are errors. */
export function refuseInvalid(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
}

/** Null stays null. */
export function iso<T extends null>(date: Date | T): Timestamp | T {
  return date instanceof Date ? date.toISOString() : date;
}
