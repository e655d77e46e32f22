import type { FastifyInstance } from 'fastify';
import { COMMON_FAULTS, type Fault } from './faults.js';
import type { Platform } from './oauth/platform.js';

const MOST_REQUESTS = 10_000;

/** Every kind of fault that the platform knows. */
export const faultsOf = ({ rules }: Platform): string[] => [
  ...COMMON_FAULTS,
  ...Object.keys(rules.faults),
  ...(rules.deceptions ?? []),
];

/** By which tests say what goes wrong, and where people may be sent back to. */
export function addControl(app: FastifyInstance, platforms: readonly Platform[]): void {
  const routes = platforms.map((platform) => ({ platform, name: { const: platform.rules.name } }));
  const faultSchemas = routes.map(({ platform, name }) => ({
    type: 'object',
    required: ['platform', 'kind'],
    additionalProperties: false,
    properties: {
      platform: name,
      kind: { enum: faultsOf(platform) },
      route: { enum: routeNamesOf(platform) },
      times: { type: 'integer', minimum: 1, maximum: MOST_REQUESTS },
      scope: { type: 'string' },
      seconds: { type: 'integer', minimum: 1 },
    },
  }));
  app.post<{ Body: Partial<Fault> & { platform: string; kind: string } }>(
    '/control/faults',
    { schema: { body: { oneOf: faultSchemas } } },
    async ({ body: { platform, ...fault } }, reply) => {
      named(platforms, platform).faults.arm({ times: 1, ...fault });
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
            platform: { enum: platforms.map(({ rules }) => rules.name) },
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

const routeNamesOf = ({ rules }: Platform): string[] => [
  ...new Set(['authorize', 'token', ...[...rules.routes, ...rules.userRoutes].map(({ name }) => name)]),
];

export function named(platforms: readonly Platform[], name: string): Platform {
  const platform = platforms.find(({ rules }) => rules.name === name);
  if (platform === undefined) throw new Error(`No platform ${name} is emulated`);
  return platform;
}
