import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@questp/messages/language';
import { freePort, launch, randomPassword, untilReady, waitFor } from '@questp/testing';
import type { StorageUnderTest } from './files.fixture.js';

/** Why there is no bucket, for `describeUnless`; undefined when there is one. */
export const bucketMissing = (): string | undefined =>
  process.env['TEST_S3_SERVER']
    ? undefined
    : (process.env['TEST_S3_MISSING'] ?? 'TEST_S3_SERVER is not set: run the tests with npm test');

export interface BucketUnderTest extends StorageUnderTest {
  /** Freezes the server: connections stay, nothing is answered. Resolves when all its threads have stopped. */
  pause: () => Promise<void>;
  resume: () => void;
}

/** Whether each thread of a process is stopped; true where there is no /proc to read it from. */
async function isStopped(pid: number): Promise<boolean> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  const states = await Promise.all(threads.map((thread) => readFile(join(tasks, thread, 'status'), 'utf8')));
  return states.every((status) => status.includes('State:\tT'));
}

/** A bucket at a server that checks signatures as strictly as those of the clouds. */
export async function startBucket(): Promise<BucketUnderTest> {
  const S3_SECRET_ACCESS_KEY = randomPassword();
  const [S3_ACCESS_KEY_ID, S3_BUCKET, S3_REGION] = ['questp', 'uploads', 'eu-central-1'];
  const home = await mkdtemp(join(tmpdir(), 'questp-bucket-spec-'));
  const directory = join(home, S3_BUCKET);
  await mkdir(directory);
  const address = `127.0.0.1:${await freePort()}`;
  const S3_ENDPOINT = `http://${address}`;
  const server = await launch({
    name: 'versitygw',
    command: process.env['TEST_S3_SERVER'] as string,
    args: ['--port', address, '--region', S3_REGION, '--quiet', 'posix', home],
    env: { ...process.env, ROOT_ACCESS_KEY: S3_ACCESS_KEY_ID, ROOT_SECRET_KEY: S3_SECRET_ACCESS_KEY },
  });
  const answers = () =>
    fetch(S3_ENDPOINT).then(
      () => true,
      () => false,
    );
  await untilReady(server, answers, 60_000);
  return {
    env: { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY },
    directory,
    put: async (_, { uploadUrl, headers: asked }, content, sent) => {
      const body = Buffer.concat([content, Buffer.alloc(1)]).subarray(0, sent.size ?? content.length);
      const headers = { ...asked, ...(sent.contentType !== undefined && { 'content-type': sent.contentType }) };
      const answer = await fetch(uploadUrl, { method: 'PUT', headers, body });
      await answer.body?.cancel();
      if (!answer.ok) throw new AppError([403, 412].includes(answer.status) ? 'UPLOAD_NOT_ALLOWED' : 'INTERNAL');
    },
    pause: async () => {
      server.signal('SIGSTOP');
      await waitFor(() => isStopped(server.pid), { what: 'the bucket to stop' });
    },
    resume: () => server.signal('SIGCONT'),
    stop: async () => {
      await server.stop(0);
      await rm(home, { recursive: true, force: true });
    },
  };
}
