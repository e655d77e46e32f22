import { AppError, type Timestamp } from '@questp/messages/language';

/** The row, or NOT_FOUND. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** A time as messages have it; null stays null. */
export function iso(date: Date): Timestamp;
export function iso(date: Date | null): Timestamp | null;
export function iso(date: Date | null): Timestamp | null {
  return date === null ? null : date.toISOString();
}
