import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { picture } from '../testing/files.fixture.js';
import { Pictures } from './pictures.js';
import { LocalStorage } from './storage/local-storage.js';
import { confirmedName, SHOWN_WITHIN_MS } from './storage/storage.js';

const ANSWER_MS = 50;

/** Records how long each read may take. */
class SlowStorage extends LocalStorage {
  readonly allowedMs: number[] = [];

  override async read(fileId: string, name: string, withinMs = 0) {
    this.allowedMs.push(withinMs);
    await sleep(ANSWER_MS);
    return super.read(fileId, name);
  }
}

describe('A picture', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-pictures-spec-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('a picture has one time budget for all reads of its storage', async () => {
    const storage = new SlowStorage(directory);
    const [fileId, sha256] = [randomUUID(), Buffer.alloc(32)];
    await storage.write(fileId, confirmedName(sha256), Readable.from([await picture('png')]));
    await buffer(await new Pictures().open({ fileId, storage, sha256, size: '64', format: 'webp' }));
    const [lookup = 0, original = 0, made = 0] = storage.allowedMs;
    expect(storage.allowedMs).toHaveLength(3);
    expect(lookup).toBe(SHOWN_WITHIN_MS);
    // A timer may fire a millisecond early.
    expect(original).toBeLessThan(lookup - ANSWER_MS + 2);
    expect(made).toBeLessThan(original - ANSWER_MS + 2);
  });

  it('a picture is encoded from a WebP whose size is wrong', async () => {
    const storage = new LocalStorage(directory);
    const [fileId, sha256] = [randomUUID(), Buffer.alloc(32)];
    const original = await picture('webp');
    original.writeUInt32LE(original.length, 4);
    await storage.write(fileId, confirmedName(sha256), Readable.from([original]));
    const shown = await buffer(await new Pictures().open({ fileId, storage, sha256, size: '64', format: 'png' }));
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 });
  });
});
