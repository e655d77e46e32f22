import { readStartPayload, startPayload } from './start-payload.js';

const LINK = { userId: `svcuser_${'0a'.repeat(16)}`, questId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11' };
const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('the payload of a start', () => {
  const payload = startPayload('secret', LINK, NOW);

  it('the payload of a start has 64 characters, the maximum of a deep link, and contains user and quest', () => {
    expect(payload).toMatch(/^[\w-]{64}$/);
    expect(readStartPayload('secret', payload, NOW)).toEqual(LINK);
  });

  it('expires after a day, and is valid for one bot', () => {
    expect(readStartPayload('secret', payload, NOW + 24 * 3_600_000)).toEqual(LINK);
    expect(readStartPayload('secret', payload, NOW + 24 * 3_600_000 + 1)).toBeUndefined();
    expect(readStartPayload('other', payload, NOW)).toBeUndefined();
  });

  it('the payload of a start is refused if it is changed or forged', () => {
    for (let at = 0; at < payload.length; at += 1) {
      const changed = `${payload.slice(0, at)}${payload[at] === 'A' ? 'B' : 'A'}${payload.slice(at + 1)}`;
      expect(readStartPayload('secret', changed, NOW)).toBeUndefined();
    }
    for (const made of ['', 'a', 'a'.repeat(63), 'a'.repeat(64)]) {
      expect(readStartPayload('secret', made, NOW)).toBeUndefined();
    }
  });
});
