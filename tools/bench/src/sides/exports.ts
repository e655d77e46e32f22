import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { COPY_SETTINGS } from '@questp/postgres/copy-out';
import type { BenchPlatform } from '../platform/platform.js';
import type { Shot } from '../load/fire.js';

/** A complete file. */
export interface Written {
  /** Seconds since the request. */
  seconds: number;
  firstByteMs: number;
  manifestId: string;
}

/** Pause after 429 (earlier exports are not finished) and 503 (the database refuses connections). */
const RETRY_MS = 200;
const MAX_TRIES = 100;

/** An export, from the gateway into a file. */
export async function exported(
  { url }: BenchPlatform,
  shot: Shot,
  file: string,
  signal?: AbortSignal,
): Promise<Written> {
  const startedAt = performance.now();
  const answer = await answerTo(url, shot, signal);
  const firstByteMs = performance.now() - startedAt;
  await pipeline(answer, createWriteStream(file), { ...(signal && { signal }) });
  const manifestId = String(answer.headers['x-manifest-id']);
  return { seconds: (performance.now() - startedAt) / 1000, firstByteMs, manifestId };
}

/** Requests an export and aborts after its first bytes. */
export async function begun({ url }: BenchPlatform, shot: Shot): Promise<void> {
  (await answerTo(url, shot)).destroy();
}

/** Resolves with the first byte. */
async function answerTo(url: string, shot: Shot, signal?: AbortSignal): Promise<IncomingMessage> {
  for (let tries = 1; ; tries += 1) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { headers: shot.headers ?? {}, agent: false, ...(signal && { signal }) };
      request(new URL(shot.path, url), options, resolve).on('error', reject).end();
    });
    if (answer.statusCode === 200) return answer;
    answer.resume();
    const isBusy = answer.statusCode === 429 || answer.statusCode === 503;
    if (!isBusy || tries === MAX_TRIES) throw new Error(`${shot.path} answered ${answer.statusCode}`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

const run = promisify(execFile);

/** Seconds that psql takes to write a COPY into a file. */
export async function copied(databaseUrl: string, copy: string, file: string): Promise<number> {
  const startedAt = performance.now();
  await run('psql', [databaseUrl, '--no-psqlrc', '--quiet', '--output', file, '--command', copy], {
    env: { ...process.env, PGOPTIONS: COPY_SETTINGS },
  });
  return (performance.now() - startedAt) / 1000;
}
