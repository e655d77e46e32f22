import type { FastifyInstance } from 'fastify';
import type { AnyCollection } from './collection.js';
import { named } from './control.js';
import type { Journal } from './journal.js';
import { readParameters } from './oauth/parameters.js';
import type { Platform } from './oauth/rules.js';

const MAX_BODY_BYTES = 16 * 1_024 ** 2;

/** Throws a RangeError for a collection that the platform has not. */
export function collectionOf({ rules }: Platform, name: string): AnyCollection<Platform> {
  const known = rules.collections ?? [];
  const collection = known.find((one) => one.name === name);
  if (collection) return collection;
  const names = known.map((one) => one.name).join(', ');
  throw new RangeError(`${rules.name} has no collection ${name}; it has ${names || 'none'}`);
}

const stateOf = (platform: Platform) =>
  Object.fromEntries((platform.rules.collections ?? []).map((one) => [one.name, one.all(platform)]));

export const resetState = (platforms: readonly Platform[]): void => platforms.forEach((platform) => platform.reset());

const PATH = '/control/:platform/:collection';
interface Named {
  Params: { platform: string; collection: string };
}

/** Routes by which tests change the data of the platforms and read the journal. */
export function addStateControl(app: FastifyInstance, platforms: readonly Platform[], journal: Journal): void {
  const found = ({ platform: name, collection }: Named['Params']) => {
    const platform = named(platforms, name);
    return { platform, collection: collectionOf(platform, collection) };
  };
  const membersOf = (query: unknown): Record<string, string> => {
    const members = readParameters(query);
    if (members === undefined) throw new RangeError('A member is named twice');
    return Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => !!entry[1]));
  };
  void app.register((control, _, done) => {
    control.setErrorHandler(async (error, __, reply) => {
      if (!(error instanceof RangeError)) throw error;
      return await reply.status(400).send({ message: error.message });
    });
    control.get('/control/state', () => ({
      spent: Object.fromEntries(platforms.map(({ rules, spent }) => [rules.name, spent])),
      ...Object.fromEntries(platforms.map((platform) => [platform.rules.name, stateOf(platform)])),
    }));
    control.delete('/control/state', async (_request, reply) => {
      resetState(platforms);
      return await reply.status(204).send();
    });
    control.get<Named>(PATH, ({ params, query }) => {
      const { platform, collection } = found(params);
      return { items: collection.select(platform, membersOf(query)) };
    });
    control.post<Named>(PATH, { bodyLimit: MAX_BODY_BYTES }, ({ params, body }) => {
      const { platform, collection } = found(params);
      const items: unknown[] = Array.isArray(body) ? body : [body];
      return { items: items.map((item) => collection.put(platform, item)) };
    });
    control.delete<Named>(PATH, ({ params, query }) => {
      const { platform, collection } = found(params);
      return { removed: collection.remove(platform, membersOf(query)) };
    });
    control.get<{ Querystring: { platform?: string; route?: string; direction?: 'in' | 'out'; since?: string } }>(
      '/control/journal',
      { schema: { querystring: JOURNAL_QUERY } },
      ({ query: { since, ...filter } }) => ({ entries: journal.read({ ...filter, since: Number(since ?? 0) }) }),
    );
    control.delete('/control/journal', async (_request, reply) => {
      journal.clear();
      return await reply.status(204).send();
    });
    done();
  });
}

const JOURNAL_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    platform: { type: 'string' },
    route: { type: 'string' },
    direction: { enum: ['in', 'out'] },
    since: { type: 'string', pattern: '^[0-9]{1,15}$' },
  },
};
