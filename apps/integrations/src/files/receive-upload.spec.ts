import { newUser, picture, startFiles, type FilesUnderTest } from './files.fixture.js';

describe('an upload to the API', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await startFiles();
  }, 60_000);
  afterAll(() => files.stop());

  it('that has more or fewer bytes than it says leaves nothing behind', async () => {
    const upload = await files.presign(newUser(), 'image/png', 1_000);
    for (const size of [999, 1_001]) {
      expect(await files.outcome(files.put(upload, Buffer.alloc(size), { size: 1_000 }))).toBe('UPLOAD_BROKEN');
    }
    expect(await files.namesOf(upload.fileId)).toEqual([]);
  });

  it('A-78 is not taken once the file is confirmed', async () => {
    const [user, content] = [newUser(), await picture('png')];
    const upload = await files.presign(user, 'image/png', content.length);
    await files.put(upload, content);
    await files.confirm(user, upload.fileId);
    expect(await files.outcome(files.put(upload, content))).toBe('UPLOAD_NOT_ALLOWED');
  });
});
