import fc from 'fast-check';
import { expectAnyProblem } from '../../support/expect-problem.fixture.js';
import { documentedCodes, fill, takesCsv } from '../../support/open-api.js';
import { actor, all, ids } from './stage.fixture.js';

/** Updates of platforms are refused by their secret or signature before they are read. */
const isWebhook = (route: string) => /^POST \/v1\/\w+\/webhook(\/|$)/.test(route);
const withBody = all.filter(({ takesBody, route }) => takesBody && !takesCsv(route) && !isWebhook(route));

describe.each(withBody.map((operation) => [operation.route, operation] as const))('%s', (_route, operation) => {
  const send = (raw: string | Uint8Array) =>
    actor(operation).call(operation.method, fill(operation.path, ids), { raw });

  it('gives a documented answer to any JSON', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '\0',
        '%',
        '../..',
        '-1',
        '1e999',
        '2026-13-40T99:99:99Z',
        '<b>',
        "'; DROP TABLE quest; --",
        '=1+1',
      ),
    );
    const value = fc.oneof(text, fc.jsonValue(), fc.integer(), fc.double(), fc.constantFrom(null, [], {}, true));
    const members = Object.fromEntries(operation.members.map((name) => [name, value]));
    const body = fc.oneof(
      { weight: 4, arbitrary: fc.record(members, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const known = documentedCodes(operation.route);
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        const answer = await send(JSON.stringify(json));
        expect(answer.response.status).toBeLessThan(500);
        if (!answer.response.ok) expect(known).toContain(expectAnyProblem(answer).code);
      }),
      { numRuns: 15 },
    );
  });
});
