import { Deadlines, marksHeader, sentHeader } from './deadline.js';

const GATEWAY = 'a'.repeat(16);

describe('the deadline of a request', () => {
  let now: number;
  let deadlines: Deadlines;
  const NO_MARKS = marksHeader([]);
  /** How the request is judged that was sent `ago` by a clock that is `ahead` of ours. */
  const judge = (ago: number, { wait = 5_000, ahead = 0, sender = GATEWAY, marks = NO_MARKS } = {}) =>
    deadlines.of(sentHeader(sender, now - ago + ahead, wait), marks);
  /** Its remaining time, by our clock. */
  const left = (ago: number, options: Parameters<typeof judge>[1] = {}) => {
    const judged = judge(ago, options);
    return 'again' in judged ? judged.again : Math.round((judged.deadline ?? Number.NaN) - now);
  };
  /** The sender repeats its first request, which takes `ms` there and back. */
  const meet = (options: Parameters<typeof judge>[1] = {}, ms = 2) => {
    const first = judge(0, options);
    if (!('again' in first)) throw new Error('The sender is known');
    now += ms;
    return left(ms / 2, { ...options, marks: marksHeader(['0'.repeat(16) + ' 5', first.again]) });
  };

  beforeEach(() => {
    now = 1_800_000_000_000;
    deadlines = new Deadlines(() => now);
  });

  it('is what the caller still waits for, less the time the request was on its way', () => {
    meet();
    expect(left(0)).toBe(5_000);
    expect(left(4_000)).toBe(1_000);
    expect(left(6_000)).toBe(-1_000);
  });

  it.each([-3_600_000, -6_000, 6_000, 3_600_000])(
    'does not depend on what the clocks say: the sender is %d ms ahead',
    (ahead) => {
      // From the first request on; what it took there and back counts as its age.
      expect(meet({ ahead }, 4)).toBe(4_996);
      expect(left(2, { ahead })).toBe(5_000);
      expect(left(4_002, { ahead })).toBe(1_000);
      expect(left(6_002, { ahead })).toBe(-1_000);
    },
  );

  it('follows clocks that drift apart', () => {
    meet();
    for (let minute = 0; minute < 60; minute += 1) {
      now += 60_000;
      // 3 s an hour.
      expect(left(2, { ahead: minute * -50 })).toBeGreaterThan(4_400);
    }
  });

  it('is not known of a sender that was never heard of, so that all that waited together is not carried out', () => {
    for (const ago of [9_000, 8_000, 7_000, 6_000, 0]) expect(judge(ago, { ahead: 6_000 })).toHaveProperty('again');
    meet({ ahead: 6_000 });
    expect([9_000, 6_000, 0].map((ago) => left(ago, { ahead: 6_000 }))).toEqual([-3_999, -999, 5_000]);
  });

  it('is not known by a mark of another receiver, or one that is a second old', () => {
    const mark = (judge(0) as { again: string }).again;
    const other = (new Deadlines(() => now).of(sentHeader(GATEWAY, now, 5_000), NO_MARKS) as { again: string }).again;
    expect(judge(0, { marks: marksHeader([other]) })).toHaveProperty('again');
    now += 1_100;
    expect(judge(0, { marks: marksHeader([other, mark]) })).toHaveProperty('again');
    expect(judge(0, { marks: '-,x, ,' })).toHaveProperty('again');
  });

  it('is what the caller waits for where the sender cannot repeat a request', () => {
    expect(deadlines.of(sentHeader(GATEWAY, now - 60_000, 5_000), undefined)).toEqual({ deadline: now + 5_000 });
  });

  it('belongs to each sender alone, of however many', () => {
    for (let i = 0; i < 2_000; i += 1) meet({ ahead: i * 1_000, sender: i.toString(16).padStart(16, '0') });
    expect(left(1, { ahead: 1_999_000, sender: (1_999).toString(16).padStart(16, '0') })).toBe(5_000);
    expect(judge(0, { sender: '0'.repeat(16) })).toHaveProperty('again');
  });

  it.each([undefined, '', 'x', `${GATEWAY} 1`, `${GATEWAY} -1 5000`, `${GATEWAY} 1e99 5000`])(
    'is none in %j',
    (header) => {
      expect(deadlines.of(header, NO_MARKS)).toEqual({ deadline: undefined });
    },
  );
});
