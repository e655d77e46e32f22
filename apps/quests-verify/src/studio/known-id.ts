import { AppError } from '@questp/messages';
import { isUuid } from '@questp/postgres';

/** NOT_FOUND for ids that no row can have, before PostgreSQL refuses to read them. */
export function requireUuid(...ids: string[]): void {
  if (!ids.every(isUuid)) throw new AppError('NOT_FOUND');
}

/** The row, or NOT_FOUND. */
export function found<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
