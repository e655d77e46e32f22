import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  FILES_PER_HOUR,
  MAX_FILE_BYTES,
  MAX_FRAMES,
  presignUpload,
  type FileType,
  type PresignedUpload,
} from '@questp/messages/integrations';
import { messageErrors } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { animation, bomb, newUser, PDF, picture, startFiles, type FilesUnderTest } from '../testing/files.fixture.js';
import { FilesRepository, type FileRow } from './files.repository.js';
import { FileStores } from './storage/file-stores.js';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('an upload', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await startFiles();
  }, 60_000);
  afterAll(() => files.stop());

  /** The same upload as if its time had passed a second ago. */
  const expired = async (upload: PresignedUpload): Promise<PresignedUpload> => {
    const { service } = files;
    await service.db.execute(sql`UPDATE file SET expires_at = now() - interval '1 second' WHERE id = ${upload.fileId}`);
    const row = (await service.get(FilesRepository).get(upload.fileId)) as FileRow;
    return { ...upload, ...service.get(FileStores).environment.storage.uploadRequest(row) };
  };

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('of a %s is stored unchanged', async (type) => {
    const content = await picture(type);
    const info = await files.upload(newUser(), `image/${type}`, content);
    expect(info).toMatchObject({ contentType: `image/${type}`, size: content.length, width: 40, height: 30 });
    expect(info.sha256).toBe(sha256(content));
    expect(await readFile(join(files.directory, info.id, info.sha256))).toEqual(content);
    expect(await files.namesOf(info.id)).toEqual([info.sha256]);
  });

  it('an upload of an animated picture, and of a document as evidence, is stored', async () => {
    expect(await files.upload(newUser(), 'image/gif', await animation(3))).toMatchObject({ width: 8, height: 8 });
    expect(await files.upload(newUser(), 'application/pdf', PDF, 'evidence')).toMatchObject({
      purpose: 'evidence',
      width: null,
    });
  });

  it('an upload of a document as a picture, or of more than 10 MB, is refused', async () => {
    expect(await files.outcome(files.presign(newUser(), 'application/pdf', 100))).toBe('VALIDATION_FAILED');
    const asked = { userId: newUser(), purpose: 'image', contentType: 'image/png' };
    const pointers = (size: number) =>
      messageErrors(presignUpload.request, { ...asked, size }).map((one) => one.pointer);
    expect([pointers(0), pointers(1), pointers(MAX_FILE_BYTES), pointers(MAX_FILE_BYTES + 1)]).toEqual([
      ['/size'],
      [],
      [],
      ['/size'],
    ]);
  });

  it('an upload is limited per hour, also when all are started concurrently', async () => {
    const user = newUser();
    await files.presign(user, 'image/png', 10);
    const used = FILES_PER_HOUR - 3;
    await files.service.db.execute(sql`UPDATE file_quota SET used = ${used} WHERE user_id = ${user}`);
    const asked = Array.from({ length: 8 }, () => files.outcome(files.presign(user, 'image/png', 10)));
    const outcomes = await Promise.all(asked);
    expect(outcomes.sort()).toEqual([...new Array<string>(5).fill('RATE_LIMITED'), ...new Array<string>(3).fill('ok')]);
    expect(await files.outcome(files.presign(newUser(), 'image/png', 10))).toBe('ok');
    await files.service.db.execute(
      sql`UPDATE file_quota SET since = now() - interval '1 hour' WHERE user_id = ${user}`,
    );
    expect(await files.outcome(files.presign(user, 'image/png', 10))).toBe('ok');
  });

  it('an upload is started once per Idempotency-Key, whose stored answer has no address', async () => {
    const userId = newUser();
    const idempotency = { scope: `${userId} presign`, key: randomUUID(), requestHash: 'a'.repeat(64) };
    const begin = () =>
      files.service.call(
        presignUpload,
        { userId, purpose: 'image', contentType: 'image/png', size: 10, idempotency },
        {
          operation: 'presignUpload',
          principal: { family: 'user', userId, sessionId: randomUUID(), status: 'active' },
        },
      );
    const first = await begin();
    expect(await begin()).toEqual(first);
    const kept = await files.service.db.row(sql`SELECT reply FROM idempotency_key WHERE key = ${idempotency.key}`);
    expect(kept).toEqual({ reply: { id: first.fileId } });
  });

  it('accepts only the announced type and size, at its own address', async () => {
    const content = await picture('png');
    const upload = await files.presign(newUser(), 'image/png', content.length);
    const outcome = (announced: object) => files.outcome(files.put(upload, content, announced));
    expect(await outcome({ contentType: 'image/svg+xml' })).toBe('UPLOAD_NOT_ALLOWED');
    expect(await outcome({ contentType: 'image/png; charset=utf-8' })).toBe('UPLOAD_NOT_ALLOWED');
    expect(await outcome({ size: content.length + 1 })).toBe('UPLOAD_NOT_ALLOWED');
    const forged = { ...upload, uploadUrl: upload.uploadUrl.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')) };
    expect(await files.outcome(files.put(forged, content))).toBe('UPLOAD_NOT_ALLOWED');
    const other = await files.presign(newUser(), 'image/png', content.length);
    const uploadUrl = upload.uploadUrl.replace(upload.fileId, other.fileId);
    const foreign = { ...upload, fileId: other.fileId, uploadUrl };
    expect(await files.outcome(files.put(foreign, content))).toBe('UPLOAD_NOT_ALLOWED');
    expect(await files.outcome(files.put(upload, content))).toBe('ok');
  });

  describe('A-78', () => {
    it('an upload is refused after the file is confirmed', async () => {
      const [user, content] = [newUser(), await picture('png')];
      const upload = await files.presign(user, 'image/png', content.length);
      expect(await files.outcome(files.confirm(user, upload.fileId))).toBe('UPLOAD_MISSING');
      await files.put(upload, content);
      const info = await files.confirm(user, upload.fileId);
      const other = Buffer.from(content).reverse();
      expect(await files.outcome(files.put(upload, other))).toBe('UPLOAD_NOT_ALLOWED');
      expect(await files.confirm(user, upload.fileId)).toEqual(info);
      expect(await readFile(join(files.directory, info.id, info.sha256))).toEqual(content);
      const changed = sql`UPDATE file SET sha256 = ${Buffer.alloc(32)} WHERE id = ${upload.fileId}`;
      await expect(files.service.db.execute(changed)).rejects.toThrow();
    });

    it('an upload is confirmed once by concurrent calls of its user, and by no other user', async () => {
      const user = newUser();
      const content = await picture('jpeg', 800, 600);
      const upload = await files.presign(user, 'image/jpeg', content.length);
      await files.put(upload, content);
      expect(await files.outcome(files.confirm(newUser(), upload.fileId))).toBe('NOT_FOUND');
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => files.outcome(files.confirm(user, upload.fileId))),
      );
      expect(outcomes).toContain('ok');
      expect(outcomes.every((one) => one === 'ok' || one === 'FILE_IN_CHECK')).toBe(true);
      expect(await files.namesOf(upload.fileId)).toEqual([sha256(content)]);
    });

    it('an upload is refused after 15 minutes', async () => {
      const content = await picture('png');
      const upload = await files.presign(newUser(), 'image/png', content.length);
      expect(Date.parse(upload.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
      expect(await files.outcome(files.put(await expired(upload), content))).toBe('UPLOAD_NOT_ALLOWED');
    });
  });

  describe('A-76 is refused, for good, when it is', () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    it.each<[string, FileType, () => Buffer | Promise<Buffer>]>([
      ['an SVG', 'image/png', () => svg],
      ['a page', 'image/jpeg', () => html],
      ['a script that begins like a GIF', 'image/gif', () => Buffer.from('GIF89a/*       */=1;alert(1)//\u0000;')],
      ['a script in front of a document', 'application/pdf', () => Buffer.from(`alert(1)/*${PDF.toString()}*/`)],
      ['a document without an end', 'application/pdf', () => PDF.subarray(0, 30)],
      ['a picture of another type', 'image/png', () => picture('jpeg')],
      ['cut off', 'image/png', async () => (await picture('png', 200, 200)).subarray(0, -60)],
      ['a JPEG that is cut off', 'image/jpeg', async () => (await picture('jpeg', 200, 200)).subarray(0, -60)],
      ['of zeros', 'image/webp', () => Buffer.alloc(64)],
    ])('%s', async (_, type, content) => {
      const user = newUser();
      const bytes = await content();
      const upload = await files.presign(user, type, bytes.length, 'evidence');
      await files.put(upload, bytes);
      for (let i = 0; i < 2; i += 1) {
        expect(await files.outcome(files.confirm(user, upload.fileId))).toBe('FILE_REFUSED');
      }
      expect(await files.namesOf(upload.fileId)).toEqual([]);
    });
  });

  it('A-77 of a decompression bomb is refused in bounded memory without blocking the process', async () => {
    const bombs: [FileType, Buffer][] = [
      ['image/png', bomb(20_000, 20_000)],
      ['image/png', bomb(5_001, 5_000)],
      ['image/gif', await animation(MAX_FRAMES + 1)],
    ];
    const before = process.memoryUsage().rss;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    for (const [type, content] of bombs) {
      expect(await files.outcome(files.upload(newUser(), type, content))).toBe('FILE_REFUSED');
    }
    delay.disable();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    expect(delay.max / 1e6).toBeLessThan(1_000);
    expect(await files.outcome(files.upload(newUser(), 'image/gif', await animation(MAX_FRAMES)))).toBe('ok');
    expect(await files.outcome(files.upload(newUser(), 'image/png', bomb(5_000, 5_000)))).toBe('ok');
  });

  it('A-75 cannot have a name outside of the storage', async () => {
    const storage = files.service.get(FileStores).environment.storage;
    for (const name of ['../x', '%2e%2e%2fx', '/etc/passwd', 'a/b', 'a\0b', '', '.', '..', '.writing-x']) {
      await expect(storage.read('file', name)).rejects.toThrow('Invalid name of a content');
      await expect(storage.read(name, 'content')).rejects.toThrow('Invalid name of a content');
      await expect(storage.removeAll(name)).rejects.toThrow('Invalid name of a content');
    }
  });
});
