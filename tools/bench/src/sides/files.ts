import type { BaselineProcess } from '../baseline/baseline.js';
import type { Side, Work } from '../load/compare.js';
import type { BenchPlatform } from '../platform/platform.js';
import { seedEarners, type SeededEarner } from '../seed/earners.js';

/** Uploads of one earner, below the limit of a user per hour. */
const FILES_PER_EARNER = 25;
const AT_ONCE = 8;
const firstGuess = 50;
const JPEG = { 'content-type': 'image/jpeg' };
const JSON_TYPE = { 'content-type': 'application/json' };

type Presigned = { fileId: string; uploadUrl: string; headers: Record<string, string> };

/** Presigns, uploads and confirms a file; returns its id. */
export type Upload = (content: Uint8Array<ArrayBuffer>) => Promise<string>;

export async function ourUploader({ client, url }: BenchPlatform, files: number): Promise<Upload> {
  const earners = await seedEarners(client, Math.ceil(files / FILES_PER_EARNER));
  let begun = 0;
  return async (content) => {
    const { token } = earners[begun++ % earners.length] as SeededEarner;
    const authorization = `Bearer ${token}`;
    const body = JSON.stringify({ purpose: 'image', contentType: 'image/jpeg', size: content.length });
    const presigned = await answered(`${url}/v1/files/presign`, 'POST', { ...JSON_TYPE, authorization }, body);
    const { fileId, uploadUrl, headers } = (await presigned.json()) as Presigned;
    await (await answered(`${url}${uploadUrl}`, 'PUT', headers, content)).text();
    await (await answered(`${url}/v1/files/${fileId}/confirm`, 'POST', { authorization })).text();
    return fileId;
  };
}

export const baselineUploader =
  ({ url }: BaselineProcess): Upload =>
  async (content) => {
    const body = JSON.stringify({ contentType: 'image/jpeg', size: content.length });
    const { id } = (await (await answered(`${url}/files`, 'POST', JSON_TYPE, body)).json()) as { id: string };
    await (await answered(`${url}/files/${id}`, 'PUT', JPEG, content)).text();
    await (await answered(`${url}/files/${id}/confirm`, 'POST')).text();
    return id;
  };

async function answered(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Uploads, each with its three requests in sequence. */
export const uploads = (
  uploader: (expected: number) => Promise<Upload>,
  content: Uint8Array<ArrayBuffer>,
  cpu: Side['cpu'],
): Side => ({
  prepare: async (expected) => {
    const upload = await uploader(expected);
    return inParallel(Array.from({ length: expected }, () => () => upload(content)));
  },
  firstGuess,
  cpu,
});

/** Requests for pictures that are made on demand, each once. */
export const pictures = (addressesFor: (expected: number) => Promise<string[]>, cpu: Side['cpu']): Side => ({
  prepare: async (expected) => {
    const addresses = await addressesFor(expected);
    return inParallel(addresses.map((address) => async () => (await answered(address, 'GET')).arrayBuffer()));
  },
  firstGuess,
  cpu,
});

/** Few at a time, and each to its end: with many at once none would finish in a short round. */
const inParallel =
  (jobs: (() => Promise<unknown>)[]): Work =>
  async (seconds) => {
    const milliseconds: number[] = [];
    const startedAt = performance.now();
    const worker = async () => {
      for (;;) {
        const begunAt = performance.now();
        const job = begunAt - startedAt < seconds * 1000 ? jobs.pop() : undefined;
        if (job === undefined) return;
        await job();
        milliseconds.push(performance.now() - begunAt);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { seconds: (performance.now() - startedAt) / 1000, milliseconds, failures: {} };
  };
