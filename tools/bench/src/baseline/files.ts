import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { Pool } from 'pg';
import sharp from 'sharp';

// Baseline of files: raw Fastify, pg and sharp, without tokens, limits, validation, messages or logs.
const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: '-c search_path=integrations',
});
const pathOf = (name: string) => join(process.env['FILES_DIR'] as string, name);
sharp.concurrency(1);
sharp.cache(false);
const MAX_PIXELS = 25_000_000;

/** Writes the file atomically and to disk. */
async function write(name: string, content: Readable): Promise<void> {
  const unfinished = pathOf(randomUUID());
  const file = await open(unfinished, 'wx', 0o600);
  await pipeline(content, file.createWriteStream({ flush: true }));
  await rename(unfinished, pathOf(name));
}

const app = Fastify();
app.addContentTypeParser('image/jpeg', (_request, payload, done) => done(null, payload));

app.post<{ Body: { contentType: string; size: number } }>('/files', async ({ body }, reply) => {
  const id = randomUUID();
  await pool.query(
    `INSERT INTO file (id, user_id, purpose, content_type, size, upload_key, expires_at)
     VALUES ($1, 'baseline', 'image', $2, $3, $4, now() + interval '15 minutes')`,
    [id, body.contentType, body.size, Buffer.alloc(32)],
  );
  return reply.code(201).send({ id });
});

app.put<{ Params: { id: string }; Body: Readable }>('/files/:id', async ({ params: { id }, body }, reply) => {
  await pool.query(`SELECT size FROM file WHERE id = $1 AND status = 'pending' AND expires_at > now()`, [id]);
  await write(`${id}.incoming`, body);
  return reply.send({});
});

app.post<{ Params: { id: string } }>('/files/:id/confirm', async ({ params: { id } }, reply) => {
  await pool.query(`UPDATE file SET checked_until = now() + interval '20 seconds' WHERE id = $1`, [id]);
  const content = await readFile(pathOf(`${id}.incoming`));
  const sha256 = createHash('sha256').update(content).digest();
  const { width, height } = await sharp(content).metadata();
  await sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
    .resize(64, 64, { fit: 'inside', fastShrinkOnLoad: false })
    .raw()
    .toBuffer();
  await write(id, Readable.from([content]));
  await pool.query(
    `UPDATE file SET status = 'confirmed', sha256 = $2, width = $3, height = $4, confirmed_at = now() WHERE id = $1`,
    [id, sha256, width, height],
  );
  await rm(pathOf(`${id}.incoming`));
  return reply.send({ id, sha256: sha256.toString('hex') });
});

app.get<{ Params: { id: string }; Querystring: { size: string; format: 'webp' | 'jpeg' | 'png' } }>(
  '/files/:id/image',
  async ({ params: { id }, query: { size, format } }, reply) => {
    await pool.query('SELECT sha256 FROM file WHERE id = $1', [id]);
    const encoded = await sharp(await readFile(pathOf(id)), { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(Number(size), Number(size), { fit: 'inside', withoutEnlargement: true })
      .toFormat(format, format === 'png' ? {} : { quality: 82 })
      .toBuffer();
    await write(`${id}.${size}.${format}`, Readable.from([encoded]));
    return reply.type(`image/${format}`).send(encoded);
  },
);

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
