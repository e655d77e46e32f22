import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './http/answer.js';
import { callerOf } from './caller.js';
import { withoutSecrets } from './journal.js';
import { authorize } from './oauth/authorize.js';
import { readParameters } from './oauth/parameters.js';
import type { Platform } from './oauth/rules.js';
import type { Asked, Route } from './oauth/rules.js';
import { exchange } from './oauth/token.js';
import { answerUser } from './oauth/user-routes.js';

type Work = (request: FastifyRequest) => Answer | Promise<Answer>;

/** Adds every route of the platform. */
export function servePlatform(app: FastifyInstance, platform: Platform): void {
  const { rules, journal } = platform;
  const add = (route: string, method: Route['method'], url: string, work: Work) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        // Faults and the answer itself may end the token that identifies the caller.
        const caller = callerOf(askedOf(platform, request));
        const path = withoutSecrets(request.url);
        const entry = { platform: rules.name, direction: 'in', route, method, path, caller } as const;
        const fault = faultOf(platform, route);
        if (fault === 'hang') {
          journal.record({ ...entry, status: null, fault });
          return reply.hijack();
        }
        if (fault === 'drip') {
          journal.record({ ...entry, status: 200, fault });
          return drip(reply);
        }
        const answer = fault === undefined ? await work(request) : faultAnswer(platform, fault);
        const { status, cost } = answer;
        journal.record({ ...entry, status, ...(fault && { fault }), ...(cost !== undefined && { cost }) });
        platform.spend(cost ?? 0);
        return await send(reply, answer);
      },
    });
  const withAsked = (work: (asked: Asked) => Answer | Promise<Answer>): Work => {
    return (request) =>
      readParameters(request.query) === undefined
        ? { status: 400, body: { error: 'invalid_request' } }
        : work(askedOf(platform, request));
  };
  const api = (work: (asked: Asked) => Answer | Promise<Answer>): Work =>
    withAsked((asked) => rules.precondition?.(asked.headers) ?? work(asked));
  for (const { name, method, path, answer } of rules.routes) add(name, method, path, api(answer));
  if (rules.signIn === undefined) return;
  add('authorize', 'GET', rules.signIn.authorize.path, ({ query }) => authorize(platform, query));
  for (const path of rules.signIn.token.paths) add('token', 'POST', path, withAsked(exchange));
  for (const route of rules.signIn.userRoutes) {
    const { name, method, path } = route;
    add(
      name,
      method,
      path,
      api((asked) => answerUser(route, asked)),
    );
  }
}

/** A query that repeats a parameter counts as empty. */
const askedOf = (platform: Platform, { query, params, body, headers }: FastifyRequest): Asked => ({
  platform,
  query: readParameters(query) ?? {},
  params: readParameters(params) ?? {},
  body,
  headers,
});

/** The kind of fault that answers instead; people who sign in meet only what was ordered for them. */
function faultOf({ faults, rules }: Platform, route: string): string | undefined {
  const kinds = ['hang', 'drip', 'invalid_json', ...Object.keys(rules.faults)];
  return faults.take(route, kinds, route === 'authorize')?.kind;
}

/** Milliseconds between two bytes. */
const DRIP_MS = 50;

/** White space byte by byte until the caller is gone: JSON could still follow. */
function drip(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => reply.raw.write(' '), DRIP_MS);
  reply.raw.once('close', () => clearInterval(timer));
  return reply;
}

const INVALID_JSON: Answer = {
  status: 200,
  body: '{"access_token":',
  headers: { 'content-type': 'application/json' },
};

const faultAnswer = ({ rules }: Platform, kind: string): Answer => rules.faults[kind]?.() ?? INVALID_JSON;

export async function send(reply: FastifyReply, { status, body, headers }: Answer): Promise<FastifyReply> {
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const sent = reply.status(status).headers({ 'content-type': type, 'x-content-type-options': 'nosniff', ...headers });
  // Fastify would change the content type of a text.
  return await sent.send(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}
