/** Faults that every platform has; the rules of a platform add its own. */
export const COMMON_FAULTS = [
  'hang',
  'drip',
  'invalid_json',
  'revoked_token',
  'expired_token',
  'missing_scope',
  'unverified_email',
  'lifetime',
] as const;

/** A fault that a test orders. */
export interface Order {
  kind: string;
  /** The route whose requests it affects; by default the first route that supports it. */
  route?: string;
  /** How many requests it affects: one by default, every one with `probability` or `until`. */
  times?: number;
  /** The missing scope; the last requested one by default. */
  scope?: string;
  /** How long tokens last. */
  seconds?: number;
  /** The share of requests that it affects, from 0 to 1; all by default. */
  probability?: number;
  /** Orders with the same seed affect the same requests of a sequence. */
  seed?: number;
  /** When it begins and ends: in seconds from now, or an ISO 8601 time. */
  from?: number | string;
  until?: number | string;
}

interface Fault extends Pick<Order, 'kind' | 'route' | 'scope' | 'seconds'> {
  /** The remaining number of requests that it affects. */
  left: number;
  begins: number;
  ends: number;
  /** Whether it meets the next request. */
  isNext: () => boolean;
}

/** Mulberry32: numbers from 0 to 1 that repeat with the seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Throws a RangeError for an invalid time. */
function timeOf(name: string, time: number | string | undefined, otherwise: number): number {
  if (time === undefined) return otherwise;
  const at = typeof time === 'number' ? Date.now() + time * 1_000 : Date.parse(time);
  if (Number.isNaN(at)) throw new RangeError(`${name} is not a time`);
  return at;
}

/** The ordered faults of one platform. */
export class Faults {
  private armed: Fault[] = [];

  arm({ times, probability, seed = 1, from, until, ...order }: Order): void {
    const next = sequence(seed);
    this.armed.push({
      ...order,
      left: times ?? (probability !== undefined || until !== undefined ? Infinity : 1),
      begins: timeOf('from', from, -Infinity),
      ends: timeOf('until', until, Infinity),
      isNext: () => probability === undefined || next() < probability,
    });
  }

  clear(): void {
    this.armed = [];
  }

  /** The first one of these kinds that meets a request to the route; it counts as met. */
  take(route: string, kinds: readonly string[], needsRoute = false): Fault | undefined {
    const now = Date.now();
    this.armed = this.armed.filter(({ left, ends }) => left > 0 && ends > now);
    const fault = this.armed.find(
      (one) =>
        kinds.includes(one.kind) &&
        (one.route === undefined ? !needsRoute : one.route === route) &&
        one.begins <= now &&
        one.isNext(),
    );
    if (fault) fault.left -= 1;
    return fault;
  }
}
