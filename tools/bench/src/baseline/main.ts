import Fastify from 'fastify';
import { Pool } from 'pg';
import type { Ids, Script } from '../recorded/script.js';
import { replayOf } from './replay.js';

// The baseline: raw Fastify and pg, without tokens, limits, validation, messages or logs.
const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: `-c search_path=${process.env['SCHEMA']} -c timezone=UTC`,
});
const app = Fastify({ bodyLimit: 8 * 1024 * 1024 });
let sample: unknown = {};
let replay: ReturnType<typeof replayOf> = () => Promise.resolve([]);

app.put('/sample', (request, reply) => {
  sample = request.body;
  return reply.code(204).send();
});
app.get('/sample', (_request, reply) => reply.send(sample));

app.put<{ Body: Script }>('/script', (request, reply) => {
  replay = replayOf(request.body);
  return reply.code(204).send();
});
app.route<{ Querystring: Ids }>({
  method: ['GET', 'POST'],
  url: '/replay',
  handler: async (request, reply) => {
    const rows = await replay(pool, request.query);
    return reply.code(rows ? 200 : 409).send(rows ?? []);
  },
});

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
