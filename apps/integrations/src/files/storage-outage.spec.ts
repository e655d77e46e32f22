import { rename, rm, writeFile } from 'node:fs/promises';
import { Readiness } from '@questp/service';
import { type FilesUnderTest, newUser, PDF, startFiles } from '../testing/files.fixture.js';

describe('a directory of files that cannot be used', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await startFiles();
  }, 60_000);
  afterAll(() => files.stop());

  it('makes files unavailable, is reported by readiness, and is used again as soon as it works', async () => {
    const user = newUser();
    const storage = async () => (await files.service.get(Readiness).check()).checks['file storage'];
    const upload = await files.presign(user, 'application/pdf', PDF.length, 'evidence');
    const kept = await files.presign(user, 'application/pdf', PDF.length, 'evidence');
    await files.put(kept, PDF);
    expect(await storage()).toBe('ok');
    await rename(files.directory, `${files.directory}.away`);
    await writeFile(files.directory, '');
    try {
      await expect(files.put(upload, PDF)).rejects.toMatchObject({
        code: 'FILE_STORAGE_UNAVAILABLE',
        details: { retryAfter: 10 },
      });
      expect(await files.outcome(files.confirm(user, kept.fileId))).toBe('FILE_STORAGE_UNAVAILABLE');
      expect(await storage()).toMatch(/EEXIST|ENOTDIR/);
      // Requests that need no content succeed.
      expect((await files.presign(user, 'image/png', 1)).fileId).not.toBe('');
    } finally {
      await rm(files.directory);
      await rename(`${files.directory}.away`, files.directory);
    }
    expect(await storage()).toBe('ok');
    await files.put(upload, PDF);
    for (const { fileId } of [upload, kept]) expect(await files.outcome(files.confirm(user, fileId))).toBe('ok');
  });
});
