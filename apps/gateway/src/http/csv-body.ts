import { isUtf8 } from 'node:buffer';
import { AppError, fieldError } from '@questp/messages/language';

/** Media types that browsers and programs send CSV files with. */
export const CSV_TYPES = [
  'text/csv',
  'text/x-csv',
  'application/csv',
  'application/x-csv',
  'text/comma-separated-values',
  'text/tab-separated-values',
  'text/plain',
  'application/vnd.ms-excel',
  'application/octet-stream',
];

/** Of a ZIP archive, which a workbook (.xlsx, .ods, .numbers) is, and of a workbook of older programs (.xls). */
const WORKBOOKS = [Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0a1b11ae1', 'hex')];
const BYTE_ORDER_MARKS = { 'utf-16le': Buffer.from([0xff, 0xfe]), 'utf-16be': Buffer.from([0xfe, 0xff]) } as const;
type Utf16 = keyof typeof BYTE_ORDER_MARKS;

/**
 * Text of a CSV file in UTF-8 or UTF-16, with a byte order mark or without.
 * @throws AppError VALIDATION_FAILED for a file in another encoding, a workbook or a page; UNSUPPORTED_MEDIA_TYPE for
 *   one that is not in the UTF-16 that its Content-Type names
 */
export function csvText(body: Buffer, contentType: string): string {
  if (WORKBOOKS.some((start) => start.equals(body.subarray(0, start.length)))) {
    throw refused('The file is a workbook or an archive. Save the sheet as CSV.');
  }
  const text = textOf(body, contentType);
  if (/^\uFEFF?\s*</.test(text)) throw refused('The file is a page or XML. Save the table as CSV.');
  return text;
}

function textOf(body: Buffer, contentType: string): string {
  const declared = /;\s*charset="?(utf-16(?:le|be)?)"?\s*(?:;|$)/i.exec(contentType)?.[1]?.toLowerCase();
  const found = utf16Of(body) ?? (declared === 'utf-16' ? 'utf-16le' : (declared as Utf16 | undefined));
  if (found !== undefined) {
    try {
      return new TextDecoder(found, { fatal: true }).decode(body);
    } catch {
      const detail = `The file is not valid ${found.toUpperCase()}.`;
      throw declared === undefined ? refused(detail) : new AppError('UNSUPPORTED_MEDIA_TYPE', { detail });
    }
  }
  if (isUtf8(body)) return body.toString();
  const line = new TextDecoder()
    .decode(body)
    .split('\uFFFD', 1)[0]
    ?.split(/\r\n?|\n/).length;
  throw refused(
    `The file is not in UTF-8 or UTF-16: line ${line} has a character in another encoding, such as Windows-1252 (ANSI). Save it as "CSV UTF-8".`,
  );
}

/** By the byte order mark, or else by the zero in the first character, which is one of ASCII in a CSV file. */
function utf16Of(body: Buffer): Utf16 | undefined {
  const [first, second] = body;
  const marked = (['utf-16le', 'utf-16be'] as const).find((one) => BYTE_ORDER_MARKS[one].equals(body.subarray(0, 2)));
  if (marked !== undefined || first === second) return marked;
  if (second === 0) return 'utf-16le';
  return first === 0 ? 'utf-16be' : undefined;
}

const refused = (detail: string) =>
  new AppError('VALIDATION_FAILED', { errors: [fieldError('', 'FORMAT', {}, detail)] });
