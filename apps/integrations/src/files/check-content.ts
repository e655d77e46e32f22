import { FILE_TYPES, MAX_FRAMES, MAX_IMAGE_PIXELS, type FileType } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type ResizeOptions, type SharpOptions } from 'sharp';
import { plainJpeg } from './plain-jpeg.js';
import { plainWebp } from './plain-webp.js';

/** Each check runs on one core. */
sharp.concurrency(1);
sharp.cache(false);
// Decoders of other types stay off, so that they cannot be attacked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((type) => `VipsForeignLoad${type}Buffer`) });

const SECONDS = 10;
/** Pictures are decoded into this size. */
const BOX: ResizeOptions = { width: 64, height: 64, fit: 'inside', fastShrinkOnLoad: false };
/** The markers of the begin and the end of a PDF, and the number of bytes in which they must be. */
const PDF_START = '%PDF-';
const PDF_END = '%%EOF';
const PDF_EDGE = 1_024;
/** NUL and white space (ISO 32000, 7.2.3), which scanners write around a PDF. */
const isPadding = (byte: number | undefined) =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Nothing after the marker of the end can be missing, so the picture is whole. */
const ONLY_BYTES_BEFORE_END = /Corrupt JPEG data: \d+ extraneous bytes before marker 0xd9$/m;

/** Null: no picture. */
interface Measures {
  width: number | null;
  height: number | null;
}

/**
 * Compares a content with the type it was announced with: its first bytes, and for a picture all of it. What every
 * viewer shows is accepted, although it is not as its standard has it.
 *
 * @throws AppError FILE_REFUSED, with a reason for its sender
 */
export async function checkContent(type: FileType, content: Buffer): Promise<Measures> {
  if (type === 'application/pdf') return checkPdf(content);
  const found = (await fileTypeFromBuffer(content))?.mime;
  // The first frame of an animated PNG is a PNG for every reader of PNG.
  const mime = found === 'image/apng' ? 'image/png' : found;
  if (mime !== type) throw ofOtherType(type, mime);
  return checkPicture(type, type === 'image/webp' ? plainWebp(content) : content);
}

function checkPdf(content: Buffer): Measures {
  const start = content.subarray(0, PDF_EDGE + PDF_START.length).indexOf(PDF_START);
  const marked = content.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? UTF8_MARK.length : 0;
  if (start < 0 || !content.subarray(marked, start).every(isPadding)) {
    throw ofOtherType('application/pdf');
  }
  let end = content.length;
  while (isPadding(content[end - 1])) end -= 1;
  if (!content.subarray(Math.max(0, end - PDF_EDGE), end).includes(PDF_END)) throw refused('The document has no end.');
  return { width: null, height: null };
}

async function checkPicture(type: FileType, content: Buffer): Promise<Measures> {
  const metadata = await readable(sharp(content, { limitInputPixels: false }).metadata());
  const { format, width, height, pages = 1, autoOrient } = metadata;
  if (`image/${format}` !== type) throw ofOtherType(type);
  if (pages > MAX_FRAMES) throw refused(`The picture has more than ${MAX_FRAMES} frames.`);
  if (width * height * pages > MAX_IMAGE_PIXELS) throw refused(`The picture has more than ${MAX_IMAGE_PIXELS} pixels.`);
  await readable(format === 'jpeg' ? decodeJpeg(plainJpeg(content), height) : decode(content, { animated: pages > 1 }));
  return autoOrient;
}

const decode = (content: Buffer, options: SharpOptions, size = BOX) =>
  sharp(content, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'warning', ...options })
    .resize(size)
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer();

/** In its full height, because not every row is decoded for a smaller picture. */
async function decodeJpeg(content: Buffer, height: number): Promise<Buffer> {
  const size = { ...BOX, height, fit: 'fill' } as const;
  return decode(content, {}, size).catch((error: unknown) => {
    if (!ONLY_BYTES_BEFORE_END.test(String(error))) throw error;
    return decode(content, { failOn: 'error' }, size);
  });
}

const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch(() => {
    throw refused('The picture cannot be read to its end.');
  });

function ofOtherType(type: FileType, found?: string): AppError {
  if (found === undefined) return refused(`It is not of the type ${type}.`);
  const advice = FILE_TYPES.some((one) => one === found)
    ? 'Create an upload for that type.'
    : 'Convert it to JPEG, PNG, WebP or GIF.';
  return refused(`It is of the type ${found}, not ${type}. ${advice}`);
}

const refused = (detail: string) => new AppError('FILE_REFUSED', { detail });
