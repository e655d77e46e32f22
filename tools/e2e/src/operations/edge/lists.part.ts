import { newSlug, type Schemas } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel } from '../../support/parallel.js';
import { e2e, person } from './stage.fixture.js';

describe('Lists', () => {
  it('give every item once in pages of any size, also when items come in between', async () => {
    const owner = await e2e.signIn();
    const make = (name: string) => unwrap(owner.client.POST('/v1/projects', { body: { slug: newSlug('page'), name } }));
    const made = await parallel(7, () => make('Page'));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor !== null && { cursor }) };
      const page: Schemas['OwnProjectPage'] = await unwrap(owner.client.GET('/v1/projects', { params: { query } }));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await make('Later');
    } while (cursor !== null);

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  });

  it.each([
    'x',
    '!!',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["not-a-uuid"]').toString('base64url'),
    'W10',
    'bnVsbA',
  ])('refuse the cursor %s', async (cursor) => {
    expectProblem(await person.client.GET('/v1/projects', { params: { query: { cursor } } }), 'INVALID_CURSOR');
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'cursor=',
  ])('refuse the query %s', async (query) => {
    expectProblem(await person.client.call('GET', `/v1/projects?${query}`), 'VALIDATION_FAILED');
  });
});
