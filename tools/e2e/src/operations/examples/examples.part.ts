import { CONTRACTS } from '@questp/messages/contracts';
import { fieldsOf, messageErrors, type Contract, type HttpBinding } from '@questp/messages/language';
import type { Answer } from '@questp/players';
import { waitFor } from '@questp/testing';
import { e2e } from '../../support/one-platform.fixture.js';
import { asCsv, EXAMPLE_IDS, fill, operations, shownOf, withIds, type Operation } from '../../support/open-api.js';
import { Story } from './story.fixture.js';
import type { Turn, Turns } from './turn.js';
import { turnsOf } from './turns.fixture.js';

type Members = Readonly<Record<string, unknown>>;

const bindings = new Map(
  CONTRACTS.flatMap((contract) =>
    contract.http.map((binding): [string, { contract: Contract; binding: HttpBinding }] => [
      binding.id,
      { contract, binding },
    ]),
  ),
);

// What platforms call carries their secret (apps/integrations/src/platforms/messenger/messenger.spec.ts, ../photosite).
const isOfPlatform = ({ webhook, text }: HttpBinding) => webhook === true || text !== undefined;
const all = operations().filter(({ id, isStream, isRedirect }) => {
  const binding = bindings.get(id)?.binding;
  return !isStream && !isRedirect && (binding === undefined || !isOfPlatform(binding));
});
const itemsOf = (reply: { items?: unknown[] } | undefined) => reply?.items;

describe('The examples of the documentation', () => {
  let story: Story;
  let turns: Turns;

  beforeAll(async () => {
    story = await Story.begin();
    turns = turnsOf(story);
  });

  afterAll(() => e2e.checkPoints());

  async function turnOf({ id, path }: Operation): Promise<Turn> {
    const prepared = await turns[id]?.();
    if (prepared !== undefined) return prepared;
    if (path.startsWith('/v1/admin/')) return { as: await e2e.superAdmin() };
    if (path.startsWith('/v1/discover/') || path === '/v1/quests/{questId}') return { as: e2e.anonymous };
    const isOfTeam = path.startsWith('/v1/projects/') && !/\/leaderboard(\/|$)/.test(path);
    return { as: isOfTeam ? story.studio.client : story.earner.client };
  }

  it.each(all.map((operation) => [operation.id, operation] as const))(
    '%s is answered as it says',
    async (id, operation) => {
      const { contract, binding } = bindings.get(id) as { contract: Contract; binding: HttpBinding };
      const { status, path, query, body, csv, reply } = shownOf(operation);
      const { as, ids: own, sent, raw } = await turnOf(operation);
      const ids = { ...path, ...story.ids, ...own };
      const search = new URLSearchParams({ ...query, ...(body === undefined ? sent : {}) }).toString();
      const url = fill(operation.path, ids) + (search === '' ? '' : `?${search}`);
      const payload =
        raw ??
        (csv === undefined
          ? body && { body: { ...(withIds(body, ids) as object), ...sent } }
          : asCsv([...EXAMPLE_IDS].reduce((file, [value, name]) => file.replaceAll(value, ids[name] ?? value), csv)));
      const send = () => as.call<Members>(operation.method, url, payload);
      // Some lists are updated by events, a moment later.
      const isFollowing = operation.method === 'GET' && (itemsOf(reply)?.length ?? 0) > 0;
      const { data, error, response }: Answer<Members> = isFollowing
        ? await waitFor(
            async () => {
              const answer = await send();
              return (answer.error !== undefined || (itemsOf(answer.data)?.length ?? 0) > 0) && answer;
            },
            { what: 'an item' },
          )
        : await send();

      expect({ status: response.status, error }).toEqual({ status, error: undefined });
      if (contract.reply === null || binding.upload) return;
      if (binding.file !== undefined) {
        expect(binding.file).toContain(response.headers.get('content-type'));
        return;
      }
      expect(messageErrors(contract.reply, data as object)).toEqual([]);
      // Enumerated values and nulls equal those of the example, and the example's own replies are met.
      const promised = Object.entries(withIds(reply, ids) as Members).filter(([name, value]) => {
        const schema = fieldsOf(contract.reply as NonNullable<Contract['reply']>).get(name)?.schema ?? { json: {} };
        // The example does not determine whether a page is the last.
        if (name === 'nextCursor') return false;
        return value === null || ('json' in schema && 'enum' in schema.json);
      });
      expect(data).toMatchObject(Object.fromEntries(promised));
      const replies = withIds(binding.replies ?? {}, ids) as Members;
      if (typeof replies['token'] === 'string') {
        // The account differs from that of the example; the members and the kind of token do not.
        expect(Object.keys(data ?? {})).toEqual(expect.arrayContaining(Object.keys(replies)));
        expect(data?.['token']).toMatch(new RegExp(`^${replies['token'].slice(0, 5)}[\\w-]{43}$`));
        return;
      }
      for (const [name, value] of Object.entries(replies)) {
        const isMoment = typeof value === 'string' && !Number.isNaN(Date.parse(value));
        expect([name, data?.[name]]).toEqual([name, isMoment ? expect.any(String) : value]);
      }
    },
  );
});
