import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { sendBytes } from '@questp/bytes';
import { receiveUpload, type PresignedUpload } from '@questp/messages/integrations';
import { waitFor } from '@questp/testing';
import { newUser, PDF, picture, startFiles, type FilesUnderTest } from '../testing/files.fixture.js';

describe('an upload to the API', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await startFiles();
  }, 60_000);
  afterAll(() => files.stop());

  it('stores nothing if it has more or fewer bytes than announced', async () => {
    const upload = await files.presign(newUser(), 'image/png', 1_000);
    for (const size of [999, 1_001]) {
      expect(await files.outcome(files.put(upload, Buffer.alloc(size), { size: 1_000 }))).toBe('UPLOAD_BROKEN');
    }
    expect(await files.namesOf(upload.fileId)).toEqual([]);
  });

  it('an upload to the API can be repeated until it is confirmed', async () => {
    const [user, other] = [newUser(), Buffer.from(PDF.toString().replace('1 0 obj', '2 0 obj'))];
    const upload = await files.presign(user, 'application/pdf', PDF.length, 'evidence');
    await files.put(upload, PDF);
    await files.put(upload, other);
    const { sha256 } = await files.confirm(user, upload.fileId);
    expect(sha256).toBe(createHash('sha256').update(other).digest('hex'));
  });

  /** Begins an upload that stops halfway; `leave` aborts it. */
  const begin = (upload: PresignedUpload, size: number) => {
    const content = new Readable({ read: () => undefined });
    content.push(Buffer.alloc(size / 2));
    const signature = new URL(upload.uploadUrl, 'http://api').searchParams.get('signature') as string;
    const asked = { fileId: upload.fileId, signature, upload: { contentType: 'image/png', size } };
    const sent = files.service
      .call(receiveUpload, asked, { operation: 'uploadFile', principal: null })
      .then(({ url }) => sendBytes(url, content, new AbortController().signal));
    return { outcome: files.outcome(sent), leave: () => content.destroy() };
  };
  const SIZE = 1_000;
  /** The outcome of `work`, or `open` while it runs. */
  const soFar = (work: Promise<string>) => Promise.race([work, sleep(0, 'open')]);

  it('an upload to the API is refused while another to the same address runs, and accepted after it ended', async () => {
    const upload = await files.presign(newUser(), 'image/png', SIZE);
    const first = begin(upload, SIZE);
    await waitFor(async () => (await files.namesOf(upload.fileId)).length === 1);
    const others = Array.from({ length: 39 }, () => begin(upload, SIZE));
    const refused = new Set(await Promise.all(others.map(({ outcome }) => outcome)));
    expect([...refused].filter((one) => one !== 'RATE_LIMITED')).toEqual(['UPLOAD_IN_PROGRESS']);
    expect(await soFar(first.outcome)).toBe('open');
    expect(await files.namesOf(upload.fileId)).toHaveLength(1);
    first.leave();
    await first.outcome;
    await waitFor(async () => (await files.outcome(files.put(upload, Buffer.alloc(SIZE)))) === 'ok');
    expect(await files.outcome(files.put(upload, Buffer.alloc(SIZE)))).toBe('ok');
  });

  it('an upload to the API is refused while the user has four others, without affecting other users', async () => {
    const [user, other] = [newUser(), newUser()];
    const uploads = await Promise.all(Array.from({ length: 8 }, () => files.presign(user, 'image/png', SIZE)));
    const begun = uploads.map((upload) => begin(upload, SIZE));
    await waitFor(
      async () => (await files.stored()).filter((id) => uploads.some((one) => one.fileId === id)).length === 4,
    );
    const outcomes = await Promise.all(begun.map(({ outcome }) => soFar(outcome)));
    expect(outcomes.sort()).toEqual([
      ...new Array<string>(4).fill('RATE_LIMITED'),
      ...new Array<string>(4).fill('open'),
    ]);
    const elsewhere = await files.presign(other, 'image/png', SIZE);
    expect(await files.outcome(files.put(elsewhere, Buffer.alloc(SIZE)))).toBe('ok');
    for (const { leave } of begun) leave();
    await Promise.all(begun.map(({ outcome }) => outcome));
    const again = uploads.at(-1) as PresignedUpload;
    await waitFor(async () => (await files.outcome(files.put(again, Buffer.alloc(SIZE)))) === 'ok');
  });

  it('A-78 is refused after the file is confirmed', async () => {
    const [user, content] = [newUser(), await picture('png')];
    const upload = await files.presign(user, 'image/png', content.length);
    await files.put(upload, content);
    await files.confirm(user, upload.fileId);
    expect(await files.outcome(files.put(upload, content))).toBe('UPLOAD_NOT_ALLOWED');
  });
});
