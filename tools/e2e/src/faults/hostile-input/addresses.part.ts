import fc from 'fast-check';
import { expectAnyProblem, expectProblem } from '../../support/expect-problem.fixture.js';
import { documentedCodes, fill } from '../../support/open-api.js';
import { actor, all, e2e, ids } from './stage.fixture.js';

describe('Addresses', () => {
  const reads = all.filter(({ method }) => method === 'GET');

  it('random query parameters get a documented answer', async () => {
    const names = fc.constantFrom(
      'limit',
      'cursor',
      'status',
      'search',
      'userId',
      'campaignId',
      'category',
      'from',
      'x',
      '__proto__',
      'limit[]',
    );
    const values = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('0', '100', '%', '\0', 'active', '1e3', 'true'),
    );
    const pairs = fc.array(fc.tuple(names, values), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reads), pairs, async (operation, query) => {
        const search = new URLSearchParams(query);
        const path = `${fill(operation.path, ids)}?${search.toString()}`;
        const answer = await actor(operation).call('GET', path);
        expect(answer.response.status).toBeLessThan(500);
        if (!answer.response.ok) expect(documentedCodes(operation.route)).toContain(expectAnyProblem(answer).code);
      }),
      { numRuns: 300 },
    );
  });

  it('random ids get a documented answer', async () => {
    const id = fc.oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.uuid(),
      fc.constantFrom('.', '..', '%00', 'null', '0', '-1', 'me', "' OR 1=1 --", 'svcuser_', 'ﬀ', '𝟘'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all.filter(({ path }) => path.includes('{'))),
        id,
        async (operation, value) => {
          const last = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] as string;
          const path = fill(operation.path, { ...ids, [last]: value });
          const answer = await actor(operation).call(operation.method, path, operation.takesBody ? { body: {} } : {});
          expect(answer.response.status).toBeLessThan(500);
          if (!answer.response.ok) expectAnyProblem(answer);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('timestamps are accepted with any offset of RFC 3339, in upper or lower case', async () => {
    const moments = ['2026-05-01T12:00:00%2B16:00', '2026-05-01T12:00:00-23:59', '2026-05-01t12:00:00.123456789z'];
    for (const operation of reads) {
      for (const name of operation.moments) {
        for (const moment of moments) {
          const answer = await actor(operation).call('GET', `${fill(operation.path, ids)}?${name}=${moment}`);
          expect([operation.route, name, moment, answer.response.status]).toEqual([operation.route, name, moment, 200]);
        }
        const midnight = await actor(operation).call(
          'GET',
          `${fill(operation.path, ids)}?${name}=2026-05-01T24:00:00Z`,
        );
        expectProblem(midnight, 'VALIDATION_FAILED');
      }
    }
  });

  it('points still equal the ledger', async () => {
    await e2e.checkPoints();
  });
});
