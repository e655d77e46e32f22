import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { sendBytes } from '@questp/bytes';
import {
  confirmUpload,
  presignUpload,
  receiveUpload,
  type FilePurpose,
  type FileType,
  type PresignedUpload,
} from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import sharp from 'sharp';
import { integrations } from '../service.js';

export const newUser = () => `svcuser_${randomUUID().replaceAll('-', '')}`;

type Service = TestService<ReturnType<typeof integrations.readConfig>>;

/** Replaces the announced type and size of an upload. */
interface SentHeaders {
  contentType?: string;
  size?: number;
}

export interface StorageUnderTest {
  /** Environment of the service that uses the storage. */
  env: NodeJS.ProcessEnv;
  /** Directory with a folder for each file. */
  directory: string;
  /** Sends a content where the upload says; rejects with the error that the gateway answers, or would. */
  put: (service: Service, upload: PresignedUpload, content: Buffer, sent: SentHeaders) => Promise<unknown>;
  stop: () => Promise<void>;
}

export interface FilesUnderTest {
  service: Service;
  directory: string;
  /** Ids of the files that have contents. */
  stored: () => Promise<string[]>;
  /** Names of the contents of a file, without the empty object that closes an address. */
  namesOf: (fileId: string) => Promise<string[]>;
  /** The error code of `work`, or `ok`. */
  outcome: (work: Promise<unknown>) => Promise<string>;
  presign: (userId: string, contentType: FileType, size: number, purpose?: FilePurpose) => Promise<PresignedUpload>;
  put: (upload: PresignedUpload, content: Buffer, sent?: SentHeaders) => Promise<unknown>;
  confirm: (userId: string, fileId: string) => ReturnType<typeof callConfirm>;
  /** All three steps. */
  upload: (userId: string, type: FileType, content: Buffer, purpose?: FilePurpose) => ReturnType<typeof callConfirm>;
  stop: () => Promise<void>;
}

export const callConfirm = (service: Service, userId: string, fileId: string) =>
  service.call(confirmUpload, { userId, fileId }, caller('confirmUpload', userId));

export const callPresign = (
  service: Service,
  userId: string,
  contentType: FileType,
  size: number,
  purpose: FilePurpose = 'image',
) => service.call(presignUpload, { userId, purpose, contentType, size }, caller('presignUpload', userId));

const caller = (operation: string, userId: string) => ({
  operation,
  principal: { family: 'user', userId, sessionId: randomUUID(), status: 'active' } as const,
});

/** A directory, which gets its contents as the gateway delivers them. */
async function startDirectory(): Promise<StorageUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'questp-files-spec-'));
  return {
    env: { FILES_DIR: directory },
    directory,
    put: async (service, { fileId, uploadUrl, headers }, content, sent) => {
      const signature = new URL(uploadUrl, 'http://api').searchParams.get('signature') as string;
      const upload = { contentType: String(headers['content-type']), size: content.length, ...sent };
      const request = { fileId, signature, upload };
      const { url } = await service.call(receiveUpload, request, { operation: 'uploadFile', principal: null });
      return sendBytes(url, Readable.from([content]), new AbortController().signal);
    },
    stop: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The storage of the specs; the proof runs the same specs on a bucket. */
export const storageUnderTest = { start: startDirectory };

/** The service on a database and a storage of its own. */
export async function startFiles(given?: StorageUnderTest): Promise<FilesUnderTest> {
  const storage = given ?? (await storageUnderTest.start());
  const service = await startTestService(integrations, {
    env: { MASTER_KEYS: newMasterKey('dev1'), ...storage.env },
  });
  const presign: FilesUnderTest['presign'] = (...upload) => callPresign(service, ...upload);
  const put: FilesUnderTest['put'] = (upload, content, sent = {}) => storage.put(service, upload, content, sent);
  const confirm: FilesUnderTest['confirm'] = (userId, fileId) => callConfirm(service, userId, fileId);
  return {
    service,
    directory: storage.directory,
    stored: async () => (await readdir(storage.directory)).filter((name) => !name.startsWith('.')).sort(),
    namesOf: async (fileId) => {
      const folder = join(storage.directory, fileId);
      const names = await readdir(folder).catch(() => []);
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
      return names.filter((_, index) => sizes[index] !== 0).sort();
    },
    outcome: (work) =>
      work.then(
        () => 'ok',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      ),
    presign,
    put,
    confirm,
    upload: async (userId, type, content, purpose) => {
      const upload = await presign(userId, type, content.length, purpose);
      await put(upload, content);
      return confirm(userId, upload.fileId);
    },
    stop: async () => {
      await service.stop();
      await storage.stop();
    },
  };
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n');

/** A file of this folder: `extraneous.jpg` has bytes between two segments, `padded.pdf` zeros after its end. */
export const input = (name: 'extraneous.jpg' | 'padded.pdf'): Buffer =>
  readFileSync(new URL(`./${name}`, import.meta.url));

/** A picture that is large, for its size. */
export const photograph = (width = 400, height = 300): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer();

/** A picture of one colour. */
export const picture = (type: 'png' | 'jpeg' | 'webp' | 'gif', width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .toFormat(type)
    .toBuffer();

/** One that moves, whose frames differ. */
export const animation = (frames: number, size = 8): Promise<Buffer> => {
  const rows = Buffer.alloc(size * size * frames * 3);
  for (let frame = 0; frame < frames; frame += 1) {
    rows.fill(frame % 256, frame * size * size * 3, (frame + 1) * size * size * 3);
    rows.writeUInt8(frame >> 8, frame * size * size * 3);
  }
  return sharp(rows, { raw: { width: size, height: size * frames, channels: 3, pageHeight: size } })
    .gif({ loop: 0, keepDuplicateFrames: true, delay: new Array<number>(frames).fill(20) })
    .toBuffer();
};

/** A black PNG of 1 bit per pixel, which is small however large it is. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
