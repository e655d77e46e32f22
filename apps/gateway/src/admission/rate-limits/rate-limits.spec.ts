import type { AppError } from '@questp/messages/language';
import { RATE_LIMITS, type RateLimitName, type RateLimitVariable } from '@questp/messages/tables';
import { createLogger, metrics } from '@questp/service';
import { RateLimits } from './rate-limits.js';

const MINUTE = 60_000;

const CALLER = { address: '203.0.113.7', principal: 'svcuser_1' };
const OTHER = { address: '203.0.113.8', principal: 'svcuser_2' };

class CounterInMemory {
  readonly sums = new Map<string, number>();
  calls = 0;
  down = false;

  async add(name: RateLimitName, key: string, window: number, counts: readonly number[]): Promise<number[]> {
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
  const limits: Record<RateLimitVariable, number> = {
    LIMIT_PRINCIPAL: 200,
    LIMIT_PRINCIPAL_WRITES: 60,
    LIMIT_ADDRESS: 200,
    LIMIT_ANONYMOUS: 200,
    LIMIT_WEBHOOKS: 100,
    LIMIT_CHALLENGE: 10,
    LIMIT_VERIFY: 10,
    LIMIT_EMAIL_CODES: 10,
    LIMIT_PASSWORD: 10,
    LIMIT_ADMIN_SIGN_IN: 10,
    LIMIT_LOOKUP: 10,
    LIMIT_ACCOUNT_EXPORTS: 10,
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
  const spread = (name: RateLimitName, replicas: RateLimits[], n: number) =>
    codes(Array.from({ length: n }, async (_, i) => replicas[i % replicas.length]?.take([name], CALLER)));
  const refused = async (name: RateLimitName) =>
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
    for (let i = 0; i < 100; i += 1) await one.take(['principal'], CALLER);
    expect(counter.calls).toBeLessThan(20);
  });

  it('is synchronous while a lease lasts', async () => {
    const one = replica();
    await one.take(['principal'], CALLER);
    expect(one.take(['principal'], CALLER)).toEqual({ limit: 200, remaining: 198, reset: 45 });
  });

  it('admits exactly a strict limit over two replicas', async () => {
    const before = await refused('verify');
    expect(admitted(await spread('verify', [replica(), replica()], 30))).toBe(10);
    expect((await refused('verify')) - before).toBe(20);
  });

  it('returns the seconds until the window ends, and admits requests again after that', async () => {
    const one = replica();
    await spread('verify', [one], 10);
    const refusal = await Promise.resolve(one.take(['verify'], CALLER)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 45 } });
    now += 45_000;
    expect(admitted(await spread('verify', [one], 11))).toBe(10);
  });

  it('lets no caller use up the limit of another, nor callers at one address a limit by principal', async () => {
    for (const name of Object.keys(RATE_LIMITS) as RateLimitName[]) {
      const one = replica();
      expect([name, (await spread(name, [one], 201)).at(-1)]).toEqual([name, 'RATE_LIMITED']);
      await one.take([name], OTHER);
      if (RATE_LIMITS[name].by[0] === 'principal') await one.take([name], { ...CALLER, principal: OTHER.principal });
    }
  });

  it('keeps keys apart', async () => {
    const one = replica();
    await spread('verify', [one], 10);
    await expect(one.take(['verify'], OTHER)).resolves.toMatchObject({ remaining: 9 });
  });

  it('counts the first write of a principal with one message', async () => {
    const standing = await replica().take(['principal', 'principalWrites'], CALLER);
    expect(counter.calls).toBe(1);
    expect(standing).toEqual({ limit: 60, remaining: 59, reset: 45 });
  });

  it('admits exactly both limits over three replicas when reads and writes come at once', async () => {
    const replicas = [replica(), replica(), replica()];
    const write = (i: number) => replicas[i % 3]?.take(['principal', 'principalWrites'], CALLER);
    const [writes, reads] = await Promise.all([
      codes(Array.from({ length: 70 }, async (_, i) => write(i))),
      spread('principal', replicas, 100),
    ]);
    expect([admitted(writes), admitted(reads)]).toEqual([60, 100]);
    // A refused write counts as a request too.
    expect(admitted(await spread('principal', replicas, 40))).toBe(30);
  });

  it('admits reads after the limit of writes, and counts each limit of a group separately', async () => {
    const one = replica();
    const write = () =>
      codes(Array.from({ length: 70 }, async () => one.take(['principal', 'principalWrites'], CALLER)));
    expect(admitted(await write())).toBe(60);
    expect(admitted(await spread('principal', [one], 200))).toBe(130);
    expect(admitted(await write())).toBe(0);
  });

  it('frees unused counts of another replica when the window ends', async () => {
    const [one, other] = [replica(), replica()];
    await one.take(['principal', 'principalWrites'], CALLER);
    const write = () =>
      codes(Array.from({ length: 70 }, async () => other.take(['principal', 'principalWrites'], CALLER)));
    // A lease is a twentieth of a limit.
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
