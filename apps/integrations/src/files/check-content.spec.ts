import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { type FileType } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import sharp, { type JpegOptions } from 'sharp';
import { animation, input, PDF, photograph, picture } from '../testing/files.fixture.js';
import { checkContent } from './check-content.js';
import { plainJpeg } from './plain-jpeg.js';

const jpeg = async (options: JpegOptions = {}) =>
  sharp(await photograph())
    .jpeg(options)
    .toBuffer();

const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const inserted = (content: Buffer, at: number, ...parts: (Buffer | string)[]) =>
  joined(content.subarray(0, at), ...parts, content.subarray(at));
const withoutEnd = (content: Buffer) => content.subarray(0, -2);
const END = Buffer.from([0xff, 0xd9]);

/** Of a segment of a JPEG. */
const scanAt = (content: Buffer) => content.indexOf(Buffer.from([0xff, 0xda]));
const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return joined(head, data);
};

/** Ss, Se, and Ah with Al in the header of the first scan. */
function withScan(content: Buffer, parameters: number[]): Buffer {
  const changed = Buffer.from(content);
  const at = scanAt(changed) + 2;
  Buffer.from(parameters).copy(changed, at + changed.readUInt16BE(at) - parameters.length);
  return changed;
}

const chunk = (type: string, data: Buffer, checksum = crc32(joined(type, data))) => {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(checksum);
  return joined(length, type, data, check);
};

/** A PNG of two frames, the first of which is its picture. */
function animatedPng(content: Buffer): Buffer {
  const at = content.indexOf('IDAT') - 4;
  const header = content.subarray(16, 24);
  const pixels = content.subarray(at + 8, at + 8 + content.readUInt32BE(at));
  const frame = (number: number) =>
    chunk('fcTL', joined(Buffer.from([0, 0, 0, number]), header, Buffer.alloc(8), Buffer.from([0, 1, 0, 10, 0, 0])));
  const animated = inserted(content, at, chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), frame(0));
  return inserted(animated, animated.length - 12, frame(1), chunk('fdAT', joined(Buffer.from([0, 0, 0, 2]), pixels)));
}

/** A PNG whose compressed pixels are changed, and are one chunk. */
function withPixels(content: Buffer, change: (pixels: Buffer) => Buffer): Buffer {
  const at = content.indexOf('IDAT') - 4;
  const pixels: Buffer[] = [];
  let end = at;
  while (content.toString('latin1', end + 4, end + 8) === 'IDAT') {
    const length = content.readUInt32BE(end);
    pixels.push(content.subarray(end + 8, end + 8 + length));
    end += length + 12;
  }
  return joined(content.subarray(0, at), chunk('IDAT', change(joined(...pixels))), content.subarray(end));
}

/** A WebP whose header has another size than its chunks. */
function withSize(content: Buffer, by: number): Buffer {
  const changed = Buffer.from(content);
  changed.writeUInt32LE(Math.max(0, content.readUInt32LE(4) + by), 4);
  return changed;
}

const noise = async (type: 'webp' | 'gif') =>
  sharp(await photograph())
    .toFormat(type)
    .toBuffer();

/** A WebP whose last chunk has an odd size and no padding is one byte shorter than this. */
async function oddWebp(): Promise<Buffer> {
  const content = await noise('webp');
  return withSize(joined(content, 'XMP ', Buffer.from([1, 0, 0, 0]), 'x\0'), 9);
}

const refusal = (type: FileType, content: Buffer) =>
  checkContent(type, content).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? [error.code, error.details.detail].join(': ') : String(error)),
  );

describe('a file that every viewer shows', () => {
  const WHOLE = { width: 400, height: 300 };

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['bytes between two segments', () => input('extraneous.jpg')],
    [
      'bytes before its scan, and wrong scan parameters',
      async () => {
        const content = withScan(await jpeg(), [0, 0, 0]);
        return inserted(content, scanAt(content), 'abc');
      },
    ],
    ['an approximation that a sequential picture cannot have', async () => withScan(await jpeg(), [0, 63, 0x11])],
    ['no end', async () => withoutEnd(await jpeg())],
    ['no end, of several scans', async () => withoutEnd(await jpeg({ progressive: true }))],
    ['bytes before its end', async () => joined(withoutEnd(await jpeg()), Buffer.alloc(50), END)],
    [
      'bytes before its end, of several scans',
      async () => joined(withoutEnd(await jpeg({ progressive: true })), Buffer.alloc(50), END),
    ],
    ['restarts', async () => inserted(await jpeg(), 2, segment(0xdd, Buffer.from([0, 0])))],
    ['a video after its end', async () => joined(await jpeg(), '\0\0\0\u0018ftypmp42', Buffer.alloc(5_000))],
    ['a second picture after its end', async () => joined(await jpeg(), await jpeg({ quality: 10 }))],
    [
      'metadata of an unknown version, in many segments',
      async () => {
        const content = await jpeg();
        content[11] = 9;
        const profile = segment(0xe2, joined('ICC_PROFILE\0', Buffer.alloc(65_000)));
        return inserted(
          content,
          2,
          segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\u0007')),
          ...Array<Buffer>(40).fill(profile),
        );
      },
    ],
    [
      'the colours of print',
      async () =>
        sharp(await photograph())
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
    ],
  ])('is taken: a JPEG with %s', async (_, content) => {
    expect(await checkContent('image/jpeg', await content())).toEqual(WHOLE);
  });

  it.each<[string, (content: Buffer) => Buffer | Promise<Buffer>]>([
    ['two frames', animatedPng],
    [
      'a chunk of text whose checksum is wrong',
      (content) => inserted(content, 33, chunk('tEXt', Buffer.from('a\0b'), 1)),
    ],
    ['bytes after its end', (content) => joined(content, Buffer.alloc(100), 'trailing')],
    ['no end', (content) => content.subarray(0, -12)],
    ['bytes after its compressed pixels', (content) => withPixels(content, (pixels) => joined(pixels, 'trailing'))],
    [
      'more rows than it has',
      (content) => withPixels(content, (pixels) => deflateSync(joined(inflateSync(pixels), Buffer.alloc(100)))),
    ],
    ['16 bits', (content) => sharp(content).toColourspace('rgb16').png().toBuffer()],
    ['interlaced rows', (content) => sharp(content).png({ progressive: true }).toBuffer()],
  ])('is taken: a PNG with %s', async (_, changed) => {
    expect(await checkContent('image/png', await changed(await photograph()))).toEqual(WHOLE);
  });

  it.each<[string, FileType, () => Promise<Buffer>]>([
    [
      'a WebP that loses nothing',
      'image/webp',
      async () =>
        sharp(await photograph())
          .webp({ lossless: true })
          .toBuffer(),
    ],
    [
      'a WebP with bytes after its end',
      'image/webp',
      async () => joined(await picture('webp', 400, 300), Buffer.alloc(9)),
    ],
    ...[1, -1, 2, -2, 10_000, -10_000, -100_000].map((by): [string, FileType, () => Promise<Buffer>] => [
      `a WebP whose size is wrong by ${by}`,
      'image/webp',
      async () => withSize(await noise('webp'), by),
    ]),
    [
      'a WebP of a wrong size with bytes after its end',
      'image/webp',
      async () => joined(withSize(await noise('webp'), 5), Buffer.alloc(9)),
    ],
    ['a WebP without the padding of its last chunk', 'image/webp', async () => (await oddWebp()).subarray(0, -1)],
    ['a GIF without its end', 'image/gif', async () => (await picture('gif', 400, 300)).subarray(0, -1)],
    ['a GIF with bytes after its end', 'image/gif', async () => joined(await picture('gif', 400, 300), 'trailing')],
  ])('is taken: %s', async (_, type, content) => {
    expect(await checkContent(type, await content())).toEqual(WHOLE);
  });

  it('a WebP of several frames is accepted', async () => {
    const moving = await sharp(await animation(3), { animated: true })
      .webp()
      .toBuffer();
    expect(await checkContent('image/webp', moving)).toEqual({ width: 8, height: 8 });
  });

  it.each<[string, () => Buffer]>([
    ['zeros after its end', () => input('padded.pdf')],
    ['line breaks and zeros around it', () => joined('\r\n\0\n', PDF, '\r\n', Buffer.alloc(90_000), '\n')],
    ['a byte order mark', () => joined('\u{FEFF}', PDF)],
    ['as much before it as readers skip', () => joined(Buffer.alloc(1_024), PDF)],
    ['a later revision', () => joined(PDF, '2 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF')],
  ])('is taken: a document with %s', async (_, content) => {
    expect(await checkContent('application/pdf', content())).toEqual({ width: null, height: null });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a picture with orientation %i has the size of the upright picture',
    async (orientation) => {
      const upright = orientation > 4 ? { width: 30, height: 40 } : { width: 40, height: 30 };
      for (const type of ['jpeg', 'png', 'webp'] as const) {
        const content = await sharp(await picture(type))
          .withMetadata({ orientation })
          .toBuffer();
        expect([type, await checkContent(`image/${type}`, content)]).toEqual([type, upright]);
      }
    },
  );
});

describe('a file that is broken', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['cut off', async () => (await jpeg()).subarray(0, -200)],
    ['cut off, with an end', async () => joined((await jpeg()).subarray(0, -200), END)],
    [
      'cut off, with bytes between segments',
      async () => {
        const content = await jpeg();
        return inserted(content, scanAt(content), 'abc').subarray(0, -200);
      },
    ],
    ['cut off, with wrong scan parameters', async () => withScan(await jpeg(), [0, 0, 0]).subarray(0, -200)],
    ['cut off in one of several scans', async () => (await jpeg({ progressive: true })).subarray(0, -20)],
    [
      'without a scan',
      async () => {
        const content = await jpeg();
        return content.subarray(0, scanAt(content));
      },
    ],
  ])('is refused: a JPEG %s', async (_, content) => {
    expect(await refusal('image/jpeg', await content())).toBe('FILE_REFUSED: The picture cannot be read to its end.');
  });

  it.each([0.5, 0.9])('a GIF cut off at %d is refused', async (part) => {
    const content = await noise('gif');
    const cut = content.subarray(0, content.length * part);
    expect(await refusal('image/gif', cut)).toBe('FILE_REFUSED: The picture cannot be read to its end.');
  });

  it.each([0.5, 0.9, 0.99])('a WebP cut off at %d is refused, whatever its size says', async (part) => {
    const content = await noise('webp');
    const cut = content.subarray(0, content.length * part);
    const saysLess = withSize(cut, cut.length - content.length);
    for (const changed of [cut, withSize(cut, 1), saysLess, joined(cut, Buffer.alloc(5)), joined(saysLess, 'a')]) {
      expect(await refusal('image/webp', changed)).toBe('FILE_REFUSED: The picture cannot be read to its end.');
    }
  });

  it.each([0.5, 0.9])('a PNG whose pixels are cut off at %d is refused', async (part) => {
    const content = withPixels(await photograph(), (pixels) => pixels.subarray(0, pixels.length * part));
    expect(await refusal('image/png', content)).toBe('FILE_REFUSED: The picture cannot be read to its end.');
  });

  it('a broken file is parsed into a bounded number of segments', () => {
    const many = joined(Buffer.from([0xff, 0xd8]), ...Array<Buffer>(2_000).fill(segment(0xdd, Buffer.from([0, 0]))));
    expect(plainJpeg(many)).toBe(many);
  });

  it('a PNG with changed pixels is refused', async () => {
    const content = await photograph();
    const at = content.indexOf('IDAT') + 100;
    content[at] = (content[at] ?? 0) ^ 1;
    expect(await refusal('image/png', content)).toContain('cannot be read');
  });

  it.each<[string, () => Buffer]>([
    ['with more before it than readers skip', () => joined(Buffer.alloc(1_025), PDF)],
    ['with text before it', () => joined('alert(1)\n', PDF)],
    ['with a page after it', () => joined(PDF, Buffer.alloc(2_000), '<script>alert(1)</script>', Buffer.alloc(2_000))],
    ['with an archive after it', () => joined(PDF, 'PK\u0003\u0004', Buffer.alloc(2_000, 1))],
    ['without an end', () => joined(PDF.subarray(0, 30), Buffer.alloc(100))],
  ])('is refused: a document %s', async (_, content) => {
    expect(await refusal('application/pdf', content())).toMatch(/^FILE_REFUSED: /);
  });

  it('a file of another type than announced is refused with its actual type and the next step', async () => {
    expect(await refusal('image/jpeg', await picture('png'))).toBe(
      'FILE_REFUSED: It is of the type image/png, not image/jpeg. Create an upload for that type.',
    );
    const CONVERT = 'Convert it to JPEG, PNG, WebP or GIF.';
    const heic = joined(Buffer.from([0, 0, 0, 24]), 'ftypheic\0\0\0\0mif1heic');
    expect(await refusal('image/jpeg', heic)).toBe(
      `FILE_REFUSED: It is of the type image/heic, not image/jpeg. ${CONVERT}`,
    );
    expect(await refusal('image/jpeg', joined('BM', Buffer.alloc(60)))).toBe(
      `FILE_REFUSED: It is of the type image/bmp, not image/jpeg. ${CONVERT}`,
    );
  });
});
