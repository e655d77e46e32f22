import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { transformFileSync } from '@swc/core';
import fc from 'fast-check';
import { nextPeriodStart, periodKey, periodStart } from './period.js';

const at = (iso: string) => new Date(iso);
const instants = fc.date({ min: at('1970-01-01T00:00:00Z'), max: at('2200-01-01T00:00:00Z'), noInvalidDate: true });
const recurring = fc.oneof(
  fc.constant({ kind: 'daily' } as const),
  fc.integer({ min: 1, max: 720 }).map((hours) => ({ kind: 'interval', hours }) as const),
);

describe('period keys', () => {
  it('puts every completion of a single quest into one bucket', () => {
    expect(periodKey({ kind: 'once' }, at('2026-02-03T04:05:06Z'))).toBe('once');
    expect(nextPeriodStart({ kind: 'once' }, at('2026-02-03T04:05:06Z'))).toBeNull();
    expect(periodStart('once')).toBeNull();
  });

  it('changes the daily bucket at 00:00 UTC exactly', () => {
    expect(periodKey({ kind: 'daily' }, at('2026-12-31T23:59:59.999Z'))).toBe('2026-12-31');
    expect(periodKey({ kind: 'daily' }, at('2027-01-01T00:00:00.000Z'))).toBe('2027-01-01');
    expect(nextPeriodStart({ kind: 'daily' }, at('2026-12-31T23:59:59.999Z'))).toEqual(at('2027-01-01T00:00:00Z'));
  });

  it('aligns intervals to the Unix epoch', () => {
    const six = { kind: 'interval', hours: 6 } as const;
    expect(periodKey(six, at('2026-02-03T11:59:59.999Z'))).toBe('2026-02-03T06:00:00.000Z');
    expect(periodKey(six, at('2026-02-03T12:00:00.000Z'))).toBe('2026-02-03T12:00:00.000Z');
    expect(periodKey({ kind: 'interval', hours: 7 }, at('1970-01-01T13:30:00Z'))).toBe('1970-01-01T07:00:00.000Z');
  });

  it('holds every instant in exactly one bucket, which ends where the next begins', () => {
    fc.assert(
      fc.property(recurring, instants, (period, now) => {
        const key = periodKey(period, now);
        const start = periodStart(key) as Date;
        const next = nextPeriodStart(period, now) as Date;
        expect(start <= now && now < next).toBe(true);
        expect(periodKey(period, start)).toBe(key);
        expect(periodKey(period, new Date(next.getTime() - 1))).toBe(key);
        expect(periodKey(period, next)).not.toBe(key);
      }),
    );
  });

  it('sorts keys as their times', () => {
    fc.assert(
      fc.property(recurring, instants, instants, (period, a, b) => {
        const [early, late] = a <= b ? [a, b] : [b, a];
        expect(periodKey(period, early) <= periodKey(period, late)).toBe(true);
      }),
    );
  });

  // A process fixes its zone at start, so the rule runs in one of its own.
  it.each(['Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati'])('are the same in %s (A-15)', (zone) => {
    const { code } = transformFileSync(path.join(import.meta.dirname, 'period.ts'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    const probe = `${code}
      const daily = { kind: 'daily' };
      console.log(JSON.stringify([
        new Date(0).getTimezoneOffset() === 0,
        periodKey(daily, new Date('2026-03-08T23:59:59.900Z')),
        periodKey(daily, new Date('2026-03-09T00:00:00.100Z')),
        nextPeriodStart(daily, new Date('2026-03-08T12:00:00Z')),
        periodKey({ kind: 'interval', hours: 12 }, new Date('2026-03-08T11:59:59.999Z')),
      ]));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', probe], { env: { TZ: zone } });
    expect(JSON.parse(output.toString())).toEqual([
      false,
      '2026-03-08',
      '2026-03-09',
      '2026-03-09T00:00:00.000Z',
      '2026-03-08T00:00:00.000Z',
    ]);
  });
});
