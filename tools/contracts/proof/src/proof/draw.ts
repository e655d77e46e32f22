/** Choices that follow from one seed: the same seed makes the same choices (mulberry32). */
export class Draw {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Integer in `[0, below)`. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  /** True once in `n` draws. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(choices: readonly [T, ...T[]]): T;
  pick<T>(choices: readonly T[]): T | undefined;
  pick<T>(choices: readonly T[]): T | undefined {
    return choices[this.below(choices.length)];
  }

  /** Integer in `[0, below)` for amounts and nanoseconds; `below` at most 2^160. */
  bigBelow(below: bigint): bigint {
    let value = 0n;
    for (let i = 0; i < 6; i++) value = (value << 32n) | BigInt(this.below(2 ** 32));
    return value % below;
  }

  /** Some of the choices, in their order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices.keys()];
    const taken = Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0],
    );
    return choices.filter((_, index) => taken.includes(index));
  }
}
