import { AppError } from '@questp/messages/language';
import { rowError } from './row-error.js';

/** Maximum characters of a row, so that a missing closing quote does not read the whole file. */
const MAX_ROW_CHARACTERS = 16_384;
const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Reads a file record by record, so that an unreadable record is reported with its number. A record ends with LF, CRLF
 * or CR, which is not part of it.
 * @throws AppError VALIDATION_FAILED for a row that is too long
 */
export async function* recordsOf(chunks: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let record = '';
  let isQuoted = false;
  /** The last character was the CR that ended a record; a LF belongs to it. */
  let isAfterReturn = false;
  let row = 1;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === QUOTE) isQuoted = !isQuoted;
      const isSecondHalf = isAfterReturn && code === LINE_FEED;
      isAfterReturn = code === CARRIAGE_RETURN && !isQuoted;
      if (isSecondHalf) from = at + 1;
      if (isSecondHalf || isQuoted || (code !== LINE_FEED && code !== CARRIAGE_RETURN)) continue;
      yield short(record + chunk.slice(from, at), row);
      record = '';
      from = at + 1;
      row += 1;
    }
    record = short(record + chunk.slice(from), row);
  }
  if (record !== '') yield record;
}

function short(record: string, row: number): string {
  if (record.length <= MAX_ROW_CHARACTERS) return record;
  const limits = { max: MAX_ROW_CHARACTERS, unit: 'characters' } as const;
  const error = rowError(row, 'LENGTH', 'Is too long for a row, or has a quotation mark that never ends.', limits);
  throw new AppError('VALIDATION_FAILED', { errors: [error] });
}
