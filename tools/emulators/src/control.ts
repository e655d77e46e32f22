import type { FastifyInstance } from 'fastify';
import { COMMON_FAULTS, type Order } from './faults.js';
import type { Platform } from './oauth/rules.js';

const MAX_REQUESTS = 10_000;

/** Throws a RangeError for a kind or route that the platform does not have. */
export function orderFault(platform: Platform, order: Order): void {
  requireOneOf('fault', order.kind, faultsOf(platform));
  if (order.route !== undefined) requireOneOf('route', order.route, routesOf(platform));
  platform.faults.arm(order);
}

function requireOneOf(what: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw new RangeError(`There is no ${what} ${name}, but ${known.join(', ')}`);
}

const faultsOf = ({ rules }: Platform): string[] => [
  ...COMMON_FAULTS,
  ...Object.keys(rules.faults),
  ...(rules.deceptions ?? []),
  ...(rules.webhooks ? ['webhook_lost', 'webhook_twice'] : []),
];

const routesOf = ({ rules: { routes, signIn, webhooks } }: Platform): string[] => {
  const own = signIn === undefined ? [] : ['authorize', 'token', ...signIn.userRoutes.map(({ name }) => name)];
  return [...new Set([...own, ...routes.map(({ name }) => name), ...(webhooks ? ['webhook'] : [])])];
};

/** Routes by which tests order faults and register redirect URIs. */
export function addControl(app: FastifyInstance, platforms: readonly Platform[]): void {
  const platformName = { enum: platforms.map(({ rules }) => rules.name) };
  app.post<{ Body: Order & { platform: string } }>(
    '/control/faults',
    {
      schema: {
        body: {
          type: 'object',
          required: ['platform', 'kind'],
          additionalProperties: false,
          properties: {
            platform: platformName,
            kind: { type: 'string' },
            route: { type: 'string' },
            times: { type: 'integer', minimum: 1, maximum: MAX_REQUESTS },
            scope: { type: 'string' },
            seconds: { type: 'integer', minimum: 1 },
            probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
            seed: { type: 'integer' },
            from: { anyOf: [{ type: 'number' }, { type: 'string' }] },
            until: { anyOf: [{ type: 'number' }, { type: 'string' }] },
          },
        },
      },
    },
    async ({ body: { platform, ...order } }, reply) => {
      try {
        orderFault(named(platforms, platform), order);
      } catch (error) {
        return await reply.status(400).send({ message: (error as Error).message });
      }
      return await reply.status(204).send();
    },
  );
  app.delete('/control/faults', async (_, reply) => {
    for (const { faults } of platforms) faults.clear();
    return await reply.status(204).send();
  });
  app.post<{ Body: { platform: string; uri: string } }>(
    '/control/redirect-uris',
    {
      schema: {
        body: {
          type: 'object',
          required: ['platform', 'uri'],
          additionalProperties: false,
          properties: {
            platform: platformName,
            uri: { type: 'string', pattern: '^https?://' },
          },
        },
      },
    },
    async ({ body: { platform, uri } }, reply) => {
      if (!URL.canParse(uri)) return await reply.status(400).send({ message: 'body/uri must be an address' });
      named(platforms, platform).redirectUris.add(uri);
      return await reply.status(204).send();
    },
  );
}

export function named(platforms: readonly Platform[], name: string): Platform {
  const platform = platforms.find(({ rules }) => rules.name === name);
  if (platform === undefined) throw new RangeError(`No platform ${name} is emulated`);
  return platform;
}
