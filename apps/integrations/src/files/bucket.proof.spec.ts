import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fetchBytes } from '@questp/bytes';
import { Egress } from '@questp/egress';
import { MAX_FILE_BYTES, openImage, publishImage, type PresignedUpload } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { describeUnless, waitFor } from '@questp/testing';
import { environmentOf } from '../credentials/environment.js';
import { bucketMissing, startBucket, type BucketUnderTest } from '../testing/bucket.fixture.js';
import {
  newUser,
  photograph,
  picture,
  startFiles,
  storageUnderTest,
  type FilesUnderTest,
} from '../testing/files.fixture.js';
import { bucketOf } from './storage/bucket.js';
import { BucketRequests } from './storage/bucket-requests.js';
import { objectStorage } from '../platforms/object-storage/object-storage.js';
import { ObjectStorage } from './storage/object-storage.js';
import { FileStores } from './storage/file-stores.js';

const missing = bucketMissing();

describeUnless(missing, 'files in a bucket', () => {
  let bucket: BucketUnderTest;
  let files: FilesUnderTest;
  beforeAll(async () => {
    bucket = await startBucket();
    files = await startFiles(bucket);
  }, 60_000);
  afterAll(() => files.stop());

  const storage = () => files.service.get(FileStores).environment.storage;
  /** As a service with these variables has it. */
  const bucketWith = (change: NodeJS.ProcessEnv) => {
    const config = { ...files.service.config, S3_PATH_STYLE: true, ...change };
    return bucketOf(environmentOf('object_storage', objectStorage, config), config);
  };
  const contentOf = async (fileId: string, name: string) => buffer((await storage().read(fileId, name)) as Readable);
  const status = async (url: string, method: string, headers: Record<string, string> = {}, body?: Buffer) => {
    const answer = await fetch(url, { method, headers, ...(body && { body: new Uint8Array(body) }) });
    return { status: answer.status, said: await answer.text() };
  };

  const sizeOfIncoming = async (fileId: string) => (await stat(join(bucket.directory, fileId, 'incoming'))).size;

  /** Sends half of a content and leaves. */
  const brokenOff = (url: string, headers: Record<string, string>, content: Buffer) =>
    new Promise<void>((resolve) => {
      const sending = request(url, { method: 'PUT', headers }).on('error', () => resolve());
      const half = content.subarray(0, content.length / 2);
      sending.write(half, () => setTimeout(() => sending.destroy(new Error('left')), 100));
    });

  describe('an address', () => {
    it('an address is signed for length, type and host, and valid for fifteen minutes', async () => {
      const upload = await files.presign(newUser(), 'image/png', 5);
      const url = new URL(upload.uploadUrl);
      expect(url.origin).toBe(bucket.env['S3_ENDPOINT']);
      expect(url.pathname).toBe(`/uploads/${upload.fileId}/incoming`);
      expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
      expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
    });

    it('allows one PUT to one key, and no other method, key, header or copy', async () => {
      const content = await picture('png');
      const { uploadUrl, fileId, headers } = await files.presign(newUser(), 'image/png', content.length);
      const { 'if-none-match': _, ...unconditional } = headers;
      const refused = await Promise.all([
        status(uploadUrl, 'GET', headers),
        status(uploadUrl, 'DELETE', headers),
        status(uploadUrl.replace('/incoming', '/other'), 'PUT', headers, content),
        status(uploadUrl.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'), 'PUT', headers, content),
        status(uploadUrl, 'PUT', { ...headers, 'x-amz-acl': 'public-read' }, content),
        status(uploadUrl, 'PUT', { ...headers, 'x-amz-copy-source': '/uploads/other' }, content),
        status(uploadUrl, 'PUT', unconditional, content),
        status(uploadUrl, 'PUT', { ...headers, 'if-none-match': '"other"' }, content),
      ]);
      expect(refused.map((one) => one.status)).toEqual(new Array(8).fill(403));
      expect(await files.namesOf(fileId)).toEqual([]);
      expect(await status(uploadUrl, 'PUT', headers, content)).toMatchObject({ status: 200 });
    });

    it('accepts the whole content after an upload that was cut off, which cannot be confirmed', async () => {
      const [user, content] = [newUser(), await photograph()];
      const upload = await files.presign(user, 'image/png', content.length);
      const headers = { ...upload.headers, 'content-length': String(content.length) };
      await brokenOff(upload.uploadUrl, headers, content);
      expect(await files.outcome(files.confirm(user, upload.fileId))).toMatch(/^UPLOAD_(MISSING|BROKEN)$/);
      await files.put(upload, content);
      expect(await files.outcome(files.confirm(user, upload.fileId))).toBe('ok');
    });

    it('accepts one content, and none after the confirmation or refusal', async () => {
      const [user, content] = [newUser(), await picture('png')];
      const send = async ({ uploadUrl, headers }: PresignedUpload) =>
        (await status(uploadUrl, 'PUT', headers, content)).status;
      const [good, bad] = [
        await files.presign(user, 'image/png', content.length),
        await files.presign(user, 'image/jpeg', content.length),
      ];
      for (const [upload, outcome] of [
        [good, 'ok'],
        [bad, 'FILE_REFUSED'],
      ] as const) {
        expect(await send(upload)).toBe(200);
        expect(await send(upload)).toBe(412);
        expect(await files.outcome(files.confirm(user, upload.fileId))).toBe(outcome);
        expect(await send(upload)).toBe(412);
        expect(await sizeOfIncoming(upload.fileId)).toBe(0);
      }
    });

    it('accepts one of 20 concurrent uploads and confirmations, and none after it', async () => {
      const [user, content] = [newUser(), await photograph()];
      const { fileId, uploadUrl, headers } = await files.presign(user, 'image/png', content.length);
      const send = async () => (await status(uploadUrl, 'PUT', headers, content)).status;
      const confirmed = waitFor(async () => (await files.outcome(files.confirm(user, fileId))) === 'ok');
      const answers = await Promise.all(Array.from({ length: 20 }, send));
      expect(answers.filter((one) => one === 200)).toHaveLength(1);
      expect(answers.every((one) => [200, 409, 412].includes(one))).toBe(true);
      await confirmed;
      expect(await Promise.all(Array.from({ length: 20 }, send))).toEqual(new Array(20).fill(412));
      expect(await sizeOfIncoming(fileId)).toBe(0);
    });

    it('an address is closed by an empty object, which is deleted after the address expired', async () => {
      const [user, content] = [newUser(), await picture('png')];
      const { id, sha256 } = await files.upload(user, 'image/png', content);
      await files.service.call(publishImage, { fileId: id, userId: user });
      expect(await readdir(join(bucket.directory, id))).toEqual([sha256, 'incoming'].sort());
      await files.service.db.execute(sql`UPDATE file SET incoming_until = now() WHERE id = ${id}`);
      await files.service.purge();
      expect(await readdir(join(bucket.directory, id))).toEqual([sha256]);
    });
  });

  it('objects are stored whole or not at all when the service dies during a write', async () => {
    const content = await photograph();
    const request = { method: 'PUT', path: '/dying/content', body: content } as const;
    const { url, headers } = new BucketRequests(bucketWith({})).signed(request);
    await brokenOff(url, headers, content);
    expect(await storage().read('dying', 'content')).toBeUndefined();
  });

  it('objects are readable with the credentials of the service only', async () => {
    const content = await picture('png');
    const { id, sha256 } = await files.upload(newUser(), 'image/png', content);
    expect(await status(`${bucket.env['S3_ENDPOINT']}/uploads/${id}/${sha256}`, 'GET')).toMatchObject({ status: 403 });
    expect(await contentOf(id, sha256)).toEqual(content);
  });

  it('folders are removed with any number of objects', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `name-${index}`);
    for (const name of names) await storage().write('many', name, Readable.from([Buffer.from(name)]));
    await storage().write('many-others', 'stays', Readable.from([Buffer.from('x')]));
    await storage().removeAll('many');
    await storage().removeAll('many');
    expect(await files.namesOf('many')).toEqual([]);
    expect(await contentOf('many-others', 'stays')).toEqual(Buffer.from('x'));
  });

  it('an object has one whole content when several writers store the maximum size at once', async () => {
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(MAX_FILE_BYTES, index));
    await Promise.all(contents.map((one) => storage().write('large', 'content', Readable.from([one]))));
    const kept = await contentOf('large', 'content');
    expect(contents.some((one) => one.equals(kept))).toBe(true);
  });

  describe('when the bucket is unavailable', () => {
    it('readiness gives the reason without secrets', async () => {
      const said = async (change: NodeJS.ProcessEnv) => {
        const egress = new Egress();
        try {
          await new ObjectStorage(bucketWith(change), egress, 'platform').requireUsable();
          return 'ok';
        } catch (error) {
          return (error as Error).message;
        } finally {
          await egress.onApplicationShutdown();
        }
      };
      expect(await said({})).toBe('ok');
      expect(await said({ S3_BUCKET: 'other' })).toBe('The bucket answers 404');
      expect(await said({ S3_SECRET_ACCESS_KEY: 'wrong' })).toBe('The bucket answers 403');
      expect(await said({ S3_REGION: 'us-east-1' })).toBe('The bucket answers 400');
      expect(await said({ S3_ENDPOINT: 'http://127.0.0.1:9' })).toBe('The bucket is out of reach: ECONNREFUSED');
    });

    it('a read that is cut off fails with SERVICE_UNAVAILABLE instead of ending early', async () => {
      const other = await startBucket();
      const egress = new Egress();
      const objects = new ObjectStorage(bucketWith(other.env), egress, 'platform');
      try {
        await objects.write('file', 'content', Readable.from([Buffer.alloc(MAX_FILE_BYTES)]));
        const content = (await objects.read('file', 'content')) as Readable;
        await once(content, 'readable');
        await other.stop();
        expect(await files.outcome(buffer(content))).toBe('SERVICE_UNAVAILABLE');
        expect(await files.outcome(objects.read('file', 'content'))).toBe('SERVICE_UNAVAILABLE');
      } finally {
        await egress.onApplicationShutdown();
      }
    });

    it('the service answers pictures with 503 and Retry-After long before other reads fail, while it connects and answers nothing', async () => {
      const user = newUser();
      const { id } = await files.upload(user, 'image/png', await picture('png'));
      await files.service.call(publishImage, { fileId: id, userId: user });
      const image = async () => {
        const asked = { fileId: id, size: '512', format: 'webp' } as const;
        const { url } = await files.service.call(openImage, asked, { operation: 'getImage', principal: null });
        return buffer(await fetchBytes(url, new AbortController().signal));
      };
      expect((await image()).length).toBeGreaterThan(0);
      const egress = new Egress();
      await bucket.pause();
      try {
        let hasFailed = false;
        const other = new ObjectStorage(bucketWith({}), egress, 'platform').read('file', 'content');
        const failing = other.catch(() => (hasFailed = true));
        const refused = await Promise.all(Array.from({ length: 20 }, () => image().catch((error: unknown) => error)));
        expect(hasFailed).toBe(false);
        for (const one of refused) {
          expect(one).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 5 } });
        }
        await failing;
        expect(hasFailed).toBe(true);
      } finally {
        bucket.resume();
        await egress.onApplicationShutdown();
      }
      // It is left alone for a while.
      await waitFor(async () => (await files.outcome(image())) === 'ok', { timeoutMs: 15_000 });
    });

    it('the service answers 503 in bounded time, loses nothing, and recovers by itself', async () => {
      const [user, content] = [newUser(), await picture('png')];
      const upload = await files.presign(user, 'image/png', content.length);
      await files.put(upload, content);
      await bucket.pause();
      try {
        expect(await files.outcome(files.confirm(user, upload.fileId))).toBe('SERVICE_UNAVAILABLE');
      } finally {
        bucket.resume();
      }
      await waitFor(async () => (await files.outcome(files.confirm(user, upload.fileId))) === 'ok', {
        timeoutMs: 15_000,
      });
    });
  });
});

if (missing === undefined) {
  storageUnderTest.start = startBucket;
  await import('./upload.spec.js');
  await import('./served.spec.js');
  await import('./sweep-files.spec.js');
}
