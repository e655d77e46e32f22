import { AppError } from '@questp/messages/language';

/** The row, or NOT_FOUND. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
