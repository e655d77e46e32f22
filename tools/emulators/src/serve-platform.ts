import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './http/answer.js';
import { authorize } from './oauth/authorize.js';
import { readParameters } from './oauth/parameters.js';
import type { Platform } from './oauth/rules.js';
import type { Asked } from './oauth/rules.js';
import { exchange } from './oauth/token.js';
import { answerUser } from './oauth/user-routes.js';

type Work = (request: FastifyRequest) => Answer | Promise<Answer>;

/** Adds every route of the platform. */
export function servePlatform(app: FastifyInstance, platform: Platform): void {
  const { rules } = platform;
  const add = (name: string, method: 'GET' | 'POST' | 'DELETE', url: string, work: Work) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const fault = faultAnswer(platform, name);
        if (fault === 'hang') return reply.hijack();
        return await send(reply, fault ?? (await work(request)));
      },
    });
  const withAsked = (work: (asked: Asked) => Answer | Promise<Answer>): Work => {
    return ({ query, params, body, headers }) => {
      const read = readParameters(query);
      if (read === undefined) return { status: 400, body: { error: 'invalid_request' } };
      return work({ platform, query: read, params: readParameters(params) ?? {}, body, headers });
    };
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

/** What is answered instead, if that was ordered; people who sign in meet only what was ordered for them. */
function faultAnswer({ faults, rules }: Platform, route: string): Answer | 'hang' | undefined {
  const kinds = ['hang', 'invalid_json', ...Object.keys(rules.faults)];
  const kind = faults.take(route, kinds, route === 'authorize')?.kind;
  if (kind === undefined || kind === 'hang') return kind;
  if (kind === 'invalid_json') {
    return { status: 200, body: '{"access_token":', headers: { 'content-type': 'application/json' } };
  }
  return rules.faults[kind]?.();
}

export async function send(reply: FastifyReply, { status, body, headers }: Answer): Promise<FastifyReply> {
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const sent = reply.status(status).headers({ 'content-type': type, 'x-content-type-options': 'nosniff', ...headers });
  // Of a text Fastify would change the content type.
  return await sent.send(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}
