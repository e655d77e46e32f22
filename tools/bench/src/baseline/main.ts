import Fastify from 'fastify';
import { Pool } from 'pg';
import { checkIn } from './check-in.js';
import { leaderboard, ownStanding, type After } from './leaderboard.js';
import { ownUser } from './user.js';

// Raw Fastify and pg, what the platform is measured against: no tokens, limits, validation, messages or logs.
const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: '-c search_path=quests -c timezone=UTC',
});
const app = Fastify();
let sample: unknown = {};

app.post('/sample', (request, reply) => {
  sample = request.body;
  return reply.send({});
});
app.get('/sample', (_request, reply) => reply.send(sample));

app.post<{ Params: { questId: string }; Headers: { authorization: string } }>(
  '/check-in/:questId',
  async (request, reply) => {
    const credited = await checkIn(pool, request.headers.authorization, request.params.questId);
    return reply.code(credited ? 200 : 409).send(credited ?? {});
  },
);

app.get<{ Params: { campaignId: string }; Querystring: { limit: string; cursor?: string } }>(
  '/leaderboard/:campaignId',
  (request) => {
    const { limit, cursor } = request.query;
    const after = cursor && (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as After);
    return leaderboard(pool, request.params.campaignId, Number(limit), after || undefined);
  },
);
app.get<{ Params: { campaignId: string }; Headers: { authorization: string } }>(
  '/leaderboard/:campaignId/me',
  (request) => ownStanding(pool, request.params.campaignId, request.headers.authorization),
);

app.get<{ Headers: { authorization: string } }>('/user', (request) => ownUser(pool, request.headers.authorization));

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
