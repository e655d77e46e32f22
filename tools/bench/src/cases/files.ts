import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startFilesBaseline } from '../baseline/baseline.js';
import { compare } from '../load/compare.js';
import { baselineUploader, ourUploader, pictures, uploads, type Upload } from '../sides/files.js';
import { comparison, rowOf } from './comparison.js';

const AGAINST = 'raw Fastify + pg + sharp';
/** Variants of a picture, each made separately. */
const VARIANTS = ['256', '512', '1024'].flatMap((size) => ['webp', 'jpeg', 'png'].map((format) => ({ size, format })));

/** Uploads of a photograph, each announced, sent and confirmed, and the pictures that are made of it. */
export const filesCase = comparison(async ({ platform, effort }) => {
  const directory = await mkdtemp(join(tmpdir(), 'questp-bench-files-'));
  const baseline = await startFilesBaseline(platform.databaseUrl, directory);
  const photograph = await noise();
  const cpu = { ours: () => platform.cpu(), baseline: () => ({ baseline: baseline.cpu(), ...platform.sharedCpu() }) };
  const ours = (files: number) => ourUploader(platform, files);
  const theirs = () => Promise.resolve(baselineUploader(baseline));
  /** Addresses of pictures that were not requested before. */
  const newPictures = async (upload: Upload, count: number, files: string): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length * VARIANTS.length < count) ids.push(await upload(photograph));
    await platform.client.query(
      `UPDATE integrations.file SET published_at = now(), due_at = NULL WHERE id = ANY ($1::uuid[])`,
      [ids],
    );
    return ids.flatMap((id) => VARIANTS.map((one) => `${files}/${id}/image?${new URLSearchParams(one).toString()}`));
  };
  const ourPictures = async (count: number) => newPictures(await ours(count), count, `${platform.url}/v1/files`);
  const theirPictures = async (count: number) => newPictures(await theirs(), count, `${baseline.url}/files`);
  try {
    const uploaded = await compare(
      { ours: uploads(ours, photograph, cpu.ours), baseline: uploads(theirs, photograph, cpu.baseline) },
      effort,
    );
    const made = await compare(
      { ours: pictures(ourPictures, cpu.ours), baseline: pictures(theirPictures, cpu.baseline) },
      effort,
    );
    const size = `${Math.round(photograph.length / 1000)} kB`;
    return [rowOf(`upload of ${size}`, AGAINST, uploaded), rowOf(`pictures made of ${size}`, AGAINST, made)];
  } finally {
    await baseline.stop();
    await rm(directory, { recursive: true });
  }
});

async function noise(): Promise<Uint8Array<ArrayBuffer>> {
  const grain = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const picture = sharp({ create: { width: 1_280, height: 960, channels: 3, background: '#000', noise: grain } });
  return new Uint8Array(await picture.jpeg({ quality: 80 }).toBuffer());
}
