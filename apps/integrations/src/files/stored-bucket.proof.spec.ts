import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fetchBytes } from '@questp/bytes';
import { deleteEvidence, openEvidence, openImage, publishImage } from '@questp/messages/integrations';
import type { FileTicket } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { Readiness } from '@questp/service';
import { describeUnless } from '@questp/testing';
import sharp from 'sharp';
import { bucketMissing, startBucket, type BucketUnderTest } from '../testing/bucket.fixture.js';
import { callConfirm, newUser, PDF, picture } from '../testing/files.fixture.js';
import { settingsOf, startStores, type StoresUnderTest } from '../testing/stores.fixture.js';

describeUnless(bucketMissing(), 'buckets that operators set', () => {
  let first: BucketUnderTest;
  let second: BucketUnderTest;
  let files: StoresUnderTest;
  beforeAll(async () => {
    [first, second] = await Promise.all([startBucket(), startBucket()]);
    files = await startStores();
  }, 60_000);
  afterAll(async () => {
    await files.stop();
    await Promise.all([first.stop(), second.stop()]);
  });
  afterEach(() => files.clear());

  const fetched = async (ticket: Promise<FileTicket>) =>
    buffer(await fetchBytes((await ticket).url, new AbortController().signal));
  const asUser = (operation: string, userId: string) => ({
    operation,
    principal: { family: 'user', userId, sessionId: randomUUID(), status: 'active' } as const,
  });
  const evidenceOf = (user: string, fileId: string) =>
    fetched(files.second.call(openEvidence, { fileId, userId: user }, asUser('getEvidence', user)));
  const imageOf = (fileId: string) =>
    fetched(
      files.second.call(openImage, { fileId, size: '512', format: 'webp' }, { operation: 'getImage', principal: null }),
    );
  /** Evidence and a picture that is shown, by the second replica. */
  const upload = async (user: string, to: { put: BucketUnderTest['put'] } | undefined) => {
    const send = async (content: Buffer, type: 'image/png' | 'application/pdf', purpose: 'image' | 'evidence') => {
      const upload = await files.presign(user, type, content.length, purpose);
      await (to === undefined ? files.put(upload, content) : to.put(files.service, upload, content, {}));
      return callConfirm(files.second, user, upload.fileId);
    };
    const [evidence, image] = [
      await send(PDF, 'application/pdf', 'evidence'),
      await send(await picture('png'), 'image/png', 'image'),
    ];
    await files.service.call(publishImage, { fileId: image.id, userId: user });
    return { user, evidence: evidence.id, image: image.id };
  };
  const isThere = async ({ user, evidence, image }: Awaited<ReturnType<typeof upload>>) => {
    expect(await evidenceOf(user, evidence)).toEqual(PDF);
    expect(await sharp(await imageOf(image)).metadata()).toMatchObject({ format: 'webp', width: 40 });
  };

  it('a bucket keeps the files that were uploaded to it, also after another bucket is set', async () => {
    const all = [await upload(newUser(), undefined)];
    await files.set(settingsOf(first));
    all.push(await upload(newUser(), first));
    await files.set(settingsOf(second));
    all.push(await upload(newUser(), second));
    for (const one of all) await isThere(one);
    await files.clear();
    all.push(await upload(newUser(), undefined));
    const directories = [files.directory, first.directory, second.directory, files.directory];
    for (const [index, one] of all.entries()) {
      await isThere(one);
      const inIt = await readdir(directories[index] as string);
      expect(inIt).toEqual(expect.arrayContaining([one.evidence, one.image]));
      await files.service.call(deleteEvidence, { userId: one.user }, asUser('deleteMyEvidence', one.user));
    }
    await files.second.purge();
    for (const [index, one] of all.entries()) {
      const inIt = await readdir(directories[index] as string);
      expect([inIt.includes(one.evidence), inIt.includes(one.image)]).toEqual([false, true]);
    }
  });

  it('receive an upload that began before another bucket was set', async () => {
    const [user, content] = [newUser(), await picture('png')];
    await files.set(settingsOf(first));
    const [sent, unsent] = [
      await files.presign(user, 'image/png', content.length),
      await files.presign(user, 'image/png', content.length),
    ];
    await first.put(files.service, sent, content, {});
    await files.set(settingsOf(second));
    await first.put(files.service, unsent, content, {});
    for (const { fileId } of [sent, unsent]) {
      await callConfirm(files.second, user, fileId);
      expect(await readdir(first.directory)).toContain(fileId);
      expect(await readdir(second.directory)).not.toContain(fileId);
    }
  });

  it('files are unavailable with wrong keys, and available again with the right ones', async () => {
    await files.set(settingsOf(first));
    expect(await files.test()).toMatchObject({ outcome: 'works' });
    const [user, wrong] = [newUser(), 'canary-of-wrong-keys'];
    const upload = await files.presign(user, 'application/pdf', PDF.length, 'evidence');
    await first.put(files.service, upload, PDF, {});
    await files.set({ secretAccessKey: wrong });
    const test = await files.test();
    expect(test).toMatchObject({ outcome: 'refused', detail: expect.stringContaining('status 403') as string });
    const error = await callConfirm(files.second, user, upload.fileId).then(String, (reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(JSON.stringify([test, error, String(error)])).not.toContain(wrong);
    await files.set(settingsOf(second));
    expect(await files.outcome(callConfirm(files.second, user, upload.fileId))).toBe('SERVICE_UNAVAILABLE');
    await files.set(settingsOf(first));
    await callConfirm(files.second, user, upload.fileId);
    await files.set(settingsOf(second));
    expect(await evidenceOf(user, upload.fileId)).toEqual(PDF);
  });

  it('exclude the bucket of the environment from readiness while one is set', async () => {
    const others = await startStores(undefined, { ...first, env: { ...first.env, S3_BUCKET: 'gone' } });
    try {
      const readiness = others.service.get(Readiness);
      const said = async () => (await readiness.check()).checks['object storage'];
      expect(await said()).toBe('The bucket answers 404');
      await others.set({ ...settingsOf(first), secretAccessKey: 'wrong' });
      expect(await said()).toBe('ok');
      await others.clear();
      expect(await said()).toBe('The bucket answers 404');
    } finally {
      await others.second.stop();
      await others.service.stop();
    }
  });

  it('a stored bucket can be the bucket of the environment with other keys', async () => {
    const others = await startStores(undefined, first);
    try {
      expect(await others.test()).toMatchObject({ outcome: 'works' });
      const user = newUser();
      const upload = await others.presign(user, 'application/pdf', PDF.length, 'evidence');
      await others.put(upload, PDF);
      await others.set({ ...settingsOf(first), secretAccessKey: 'wrong' });
      expect(await others.outcome(others.confirm(user, upload.fileId))).toBe('SERVICE_UNAVAILABLE');
      await others.clear();
      expect(await others.outcome(others.confirm(user, upload.fileId))).toBe('ok');
      const names = await others.service.db.rows(sql`SELECT DISTINCT store FROM file`);
      expect(names).toEqual([{ store: `${first.env['S3_ENDPOINT']}/uploads` }]);
    } finally {
      await others.second.stop();
      await others.service.stop();
    }
  });
});
