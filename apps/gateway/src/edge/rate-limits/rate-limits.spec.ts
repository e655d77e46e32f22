import type { AppError } from '@questp/messages';
import { createLogger, metrics } from '@questp/service';
import type { LimitName } from './limits.js';
import { RateLimits } from './rate-limits.js';

const MINUTE = 60_000;

class CounterInMemory {
  readonly sums = new Map<string, number>();
  calls = 0;
  down = false;

  async add(name: LimitName, key: string, window: number, counts: readonly number[]): Promise<number[]> {
    await Promise.resolve();
    this.calls += 1;
    if (this.down) throw new Error('out of reach');
    return counts.map((count, n) => {
      const id = `${name} ${key} ${window} ${n}`;
      const sum = (this.sums.get(id) ?? 0) + count;
      this.sums.set(id, sum);
      return sum;
    });
  }
}

describe('rate limits', () => {
  const general = { perMinute: 200, strict: false };
  const writes = { perMinute: 60, strict: false };
  const strict = { perMinute: 10, strict: true };
  const limits = {
    principal: general,
    principalWrites: writes,
    address: general,
    anonymous: general,
    challenge: strict,
    verify: strict,
    emailCode: strict,
    password: strict,
    adminSignInAddress: strict,
    adminSignInAccount: strict,
    lookup: strict,
    accountExport: strict,
  };
  let counter: CounterInMemory;
  let now: number;
  const replica = () => new RateLimits(counter, limits, createLogger('test', 'silent'), () => now);

  beforeEach(() => {
    counter = new CounterInMemory();
    now = 30 * MINUTE + 15_000;
  });

  const codes = async (requests: Promise<unknown>[]) =>
    (await Promise.allSettled(requests)).map((result) =>
      result.status === 'fulfilled' ? 'ok' : (result.reason as AppError).code,
    );
  const admitted = (results: string[]) => results.filter((result) => result === 'ok').length;
  const spread = (name: LimitName, replicas: RateLimits[], n: number) =>
    codes(Array.from({ length: n }, async (_, i) => replicas[i % replicas.length]?.take([name], 'key')));
  const refused = async (name: LimitName) =>
    (await metrics.getSingleMetric('questp_limit_refused_total')?.get())?.values.find(
      ({ labels }) => labels['limit'] === name,
    )?.value ?? 0;

  it('admits exactly the limit over several replicas when 20 more ask at once', async () => {
    const before = await refused('principal');
    const results = await spread('principal', [replica(), replica(), replica()], 220);
    expect(admitted(results)).toBe(200);
    expect(results.filter((result) => result === 'RATE_LIMITED')).toHaveLength(20);
    expect((await refused('principal')) - before).toBe(20);
  });

  it('never admits more than the limit when requests come one after another', async () => {
    const replicas = [replica(), replica()];
    let count = 0;
    for (let i = 0; i < 300; i += 1) count += admitted(await spread('principal', [replicas[i % 2] as RateLimits], 1));
    expect(count).toBeLessThanOrEqual(200);
    expect(count).toBeGreaterThanOrEqual(195);
  });

  it('counts a key in use once per lease, not per request', async () => {
    const one = replica();
    for (let i = 0; i < 100; i += 1) await one.take(['principal'], 'key');
    expect(counter.calls).toBeLessThan(20);
  });

  it('is synchronous while a lease lasts', async () => {
    const one = replica();
    await one.take(['principal'], 'key');
    expect(one.take(['principal'], 'key')).toEqual({ limit: 200, remaining: 198, reset: 45 });
  });

  it('admits exactly a strict limit over two replicas', async () => {
    const before = await refused('verify');
    expect(admitted(await spread('verify', [replica(), replica()], 30))).toBe(10);
    expect((await refused('verify')) - before).toBe(20);
  });

  it('tells the seconds until the window ends, and starts anew then', async () => {
    const one = replica();
    await spread('verify', [one], 10);
    const refusal = await Promise.resolve(one.take(['verify'], 'key')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 45 } });
    now += 45_000;
    expect(admitted(await spread('verify', [one], 11))).toBe(10);
  });

  it('keeps keys apart', async () => {
    const one = replica();
    await spread('verify', [one], 10);
    await expect(one.take(['verify'], 'another key')).resolves.toMatchObject({ remaining: 9 });
  });

  it('counts the first write of a principal with one message', async () => {
    const standing = await replica().take(['principal', 'principalWrites'], 'key');
    expect(counter.calls).toBe(1);
    expect(standing).toEqual({ limit: 60, remaining: 59, reset: 45 });
  });

  it('admits exactly both limits over three replicas when reads and writes come at once', async () => {
    const replicas = [replica(), replica(), replica()];
    const write = (i: number) => replicas[i % 3]?.take(['principal', 'principalWrites'], 'key');
    const [writes, reads] = await Promise.all([
      codes(Array.from({ length: 70 }, async (_, i) => write(i))),
      spread('principal', replicas, 100),
    ]);
    expect([admitted(writes), admitted(reads)]).toEqual([60, 100]);
    // A write that is refused was a request, too.
    expect(admitted(await spread('principal', replicas, 40))).toBe(30);
  });

  it('lets who has written enough go on reading, and counts what is counted together by itself', async () => {
    const one = replica();
    const write = () =>
      codes(Array.from({ length: 70 }, async () => one.take(['principal', 'principalWrites'], 'key')));
    expect(admitted(await write())).toBe(60);
    expect(admitted(await spread('principal', [one], 200))).toBe(130);
    expect(admitted(await write())).toBe(0);
  });

  it('gives a principal anew what is left of a lot in another replica once the window ends', async () => {
    const [one, other] = [replica(), replica()];
    await one.take(['principal', 'principalWrites'], 'key');
    const write = () =>
      codes(Array.from({ length: 70 }, async () => other.take(['principal', 'principalWrites'], 'key')));
    // A lot is the twentieth part of a limit.
    expect(admitted(await write())).toBe(57);
    now += 45_000;
    expect(admitted(await write())).toBe(60);
  });

  it('refuses strict requests while the counter is out of reach, and counts the others alone', async () => {
    counter.down = true;
    const one = replica();
    expect(await spread('verify', [one], 2)).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
    expect(admitted(await spread('principal', [one], 220))).toBe(200);
    expect(counter.calls).toBe(1);
    counter.down = false;
    now += 2_000;
    expect(await spread('verify', [one], 1)).toEqual(['ok']);
  });
});
