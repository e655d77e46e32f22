import { CONTRACTS } from '../../contracts.js';
import { fieldsOf, type MessageClass } from '../fields/index.js';
import { messageErrors, readMessage } from './message-errors.js';
import { cpuMs, hostileValues } from '../../testing/index.js';

/** Bytes of a body. */
const BODY_LIMIT = 128 * 1024;
/** Maximum CPU time of a validation, in milliseconds. */
const MAX_MS = 5;

const REQUESTS = CONTRACTS.map(({ subject, request }) => [subject, request] as const);
const HOSTILE = hostileValues(BODY_LIMIT);

/** Messages with one hostile value: as the whole, in each member, and in each member of nested messages. */
function* attacks(of: MessageClass): Generator<[string, unknown]> {
  yield* HOSTILE;
  for (const [name, { schema }] of fieldsOf(of)) {
    for (const [what, value] of HOSTILE) yield [`${name}: ${what}`, { [name]: value }];
    if ('json' in schema) continue;
    for (const [below] of fieldsOf(schema.class())) {
      for (const [what, value] of HOSTILE) {
        yield [`${name}.${below}: ${what}`, { [name]: schema.list ? [{ [below]: value }] : { [below]: value } }];
      }
    }
    if (!schema.list) continue;
    const { maxItems = 1_000 } = schema.more as { maxItems?: number };
    const part = 'x'.repeat(BODY_LIMIT / maxItems / 4);
    for (const item of [
      {},
      part,
      { [part]: 1 },
      Object.fromEntries([...fieldsOf(schema.class()).keys()].map((key) => [key, part])),
    ]) {
      yield [`${name}: as many as it takes, each wrong`, { [name]: Array.from({ length: maxItems }, () => item) }];
    }
  }
}

describe('the validation of a request', () => {
  it.each(REQUESTS)('of %s takes little, whatever a body holds', (_, request) => {
    const slow: string[] = [];
    for (const [what, value] of attacks(request)) {
      const ms = cpuMs(() => {
        if (messageErrors(request, value).length === 0) readMessage(request, value as object);
      }, MAX_MS);
      if (ms >= MAX_MS) slow.push(`${what}: ${ms} ms`);
    }
    expect(slow).toEqual([]);
  });

  it.each(REQUESTS)('of %s answers with at most 50 short errors', (_, request) => {
    for (const [, value] of attacks(request)) {
      const errors = messageErrors(request, value);
      expect(errors.length).toBeLessThanOrEqual(50);
      expect(JSON.stringify(errors).length).toBeLessThan(32_768);
    }
  });

  it('takes little for the longest list of messages that are right', () => {
    const uuid = (index: number) => `0190b5e4-6f0e-7c3a-9d7a-${String(index).padStart(12, '0')}`;
    const items = Array.from({ length: 100 }, (_, index) => ({
      submissionId: uuid(index),
      decision: 'reject',
      reason: '😀'.repeat(300),
    }));
    const value = { projectId: uuid(0), by: 'team', reviewerId: `svcuser_${'0'.repeat(32)}`, items };
    const bulk = REQUESTS.find(([subject]) => subject === 'quests.review.bulk')?.[1] as MessageClass;
    expect(messageErrors(bulk, value)).toEqual([]);
    expect(cpuMs(() => messageErrors(bulk, value), MAX_MS)).toBeLessThan(MAX_MS);
  });
});
