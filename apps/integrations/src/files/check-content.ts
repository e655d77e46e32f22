import { MAX_FRAMES, MAX_IMAGE_PIXELS, type FileType } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** At a time in this process, each on one core. */
sharp.concurrency(1);
sharp.cache(false);
// What decodes other types is attacked for nothing.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((type) => `VipsForeignLoad${type}Buffer`) });

const SECONDS = 10;
/** Where a pdf ends, and of how many of its last bytes. */
const PDF_END = '%%EOF';
const PDF_TAIL = 1_024;

/** Null: no picture. */
interface Measures {
  width: number | null;
  height: number | null;
}

/**
 * Holds a content against the type it was announced with: its first bytes, and for a picture all of it.
 *
 * @throws AppError FILE_REFUSED, with a reason for whoever sent it
 */
export async function checkContent(type: FileType, content: Buffer): Promise<Measures> {
  const found = await fileTypeFromBuffer(content);
  if (found?.mime !== type) throw refused(`It is not of the type ${type}.`);
  if (type === 'application/pdf') return checkPdf(content);
  return checkPicture(type, content);
}

function checkPdf(content: Buffer): Measures {
  if (!content.subarray(-PDF_TAIL).includes(PDF_END)) throw refused('The document has no end.');
  return { width: null, height: null };
}

async function checkPicture(type: FileType, content: Buffer): Promise<Measures> {
  const { format, width, height, pages = 1 } = await readable(sharp(content, { limitInputPixels: false }).metadata());
  if (`image/${format}` !== type) throw refused(`It is not of the type ${type}.`);
  if (pages > MAX_FRAMES) throw refused(`The picture has more than ${MAX_FRAMES} frames.`);
  if (width * height * pages > MAX_IMAGE_PIXELS) throw refused(`The picture has more than ${MAX_IMAGE_PIXELS} pixels.`);
  const decoding = sharp(content, { limitInputPixels: MAX_IMAGE_PIXELS, animated: pages > 1, failOn: 'warning' })
    .resize(64, 64, { fit: 'inside', fastShrinkOnLoad: false })
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer();
  await readable(decoding);
  return { width, height };
}

const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch(() => {
    throw refused('The picture cannot be read to its end.');
  });

const refused = (detail: string) => new AppError('FILE_REFUSED', { detail });
