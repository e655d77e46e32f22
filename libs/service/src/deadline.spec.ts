import { Deadlines, sentHeader, steadyNow } from './deadline.js';

const GATEWAY = 'a'.repeat(16);

describe('the deadline of a request', () => {
  let now: number;
  let deadlines: Deadlines;
  /** By our clock, from now on, of a request that was sent `ago` by a clock that is `ahead` of ours. */
  const left = (ago: number, { wait = 5_000, ahead = 0, sender = GATEWAY } = {}) =>
    Math.round((deadlines.of(`${sender} ${now - ago + ahead} ${wait}`) ?? Number.NaN) - now);

  beforeEach(() => {
    now = 1_800_000_000_000;
    deadlines = new Deadlines(() => now);
  });

  it('is what the caller still waits for, less the time the request was on its way', () => {
    expect(left(0)).toBe(5_000);
    now += 2_000;
    expect(left(4_000)).toBe(1_000);
    expect(left(6_000)).toBe(-1_000);
  });

  it.each([-3_600_000, -6_000, 6_000, 3_600_000])(
    'does not depend on what the clocks say: the sender is %d ms ahead',
    (ahead) => {
      left(3, { ahead });
      now += 1_000;
      expect(left(2, { ahead })).toBe(5_000);
      expect(left(4_002, { ahead })).toBe(1_000);
      expect(left(6_002, { ahead })).toBe(-1_000);
    },
  );

  it('follows clocks that drift apart', () => {
    left(2);
    for (let minute = 0; minute < 60; minute += 1) {
      now += 60_000;
      // 3 s an hour.
      expect(left(2, { ahead: minute * -50 })).toBeGreaterThan(4_400);
    }
  });

  it('is over for all that waited together, also of a sender that was never heard of', () => {
    expect([9_000, 8_000, 7_000, 6_000].map((ago) => left(ago))).toEqual([-4_000, -3_000, -2_000, -1_000]);
    expect(left(0)).toBe(5_000);
  });

  it('belongs to each sender alone, of however many', () => {
    for (let i = 0; i < 2_000; i += 1) left(0, { ahead: i * 1_000, sender: i.toString(16).padStart(16, '0') });
    now += 1_000;
    expect(left(0, { ahead: 1_999_000, sender: (1_999).toString(16).padStart(16, '0') })).toBe(5_000);
    expect(left(0)).toBe(5_000);
  });

  it.each([undefined, '', 'x', `${GATEWAY} 1`, `${GATEWAY} -1 5000`, `${GATEWAY} 1e99 5000`])(
    'is none in %j',
    (header) => {
      expect(deadlines.of(header)).toBeUndefined();
    },
  );

  it('is read as it is sent', () => {
    const before = steadyNow();
    const deadline = new Deadlines().of(sentHeader(GATEWAY, 250)) ?? 0;
    // It is sent in whole milliseconds.
    expect(deadline).toBeGreaterThanOrEqual(before + 249);
    expect(deadline).toBeLessThanOrEqual(steadyNow() + 251);
  });
});
