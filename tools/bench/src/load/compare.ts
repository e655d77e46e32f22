import type { CpuTimes } from './cpu.js';
import { figuresOf, type Figures, type Round } from './figures.js';
import { fire, type Load } from './fire.js';
import { pace } from './pace.js';

/** Works for so many seconds. */
export type Work = (seconds: number) => Promise<Round>;

export interface Side {
  /** Prepares the requests of a round, or returns other work; `expected` is the approximate number of answers. */
  prepare(expected: number): Promise<Load | Work>;
  /** Requests per second as a first guess, where they take longer than most. */
  firstGuess?: number;
  /** Waits until background work of the earlier round is done. */
  settle?(): Promise<void>;
  cpu(): CpuTimes;
}

export interface SideResult {
  figures: Figures;
  /** Microseconds of CPU per answered request, by process. */
  cpu: CpuTimes;
}

export interface Effort {
  rounds: number;
  seconds: number;
}

/** The first round shows how many requests the others need. After a few thousand V8 has compiled a service. */
const WARM_UP_SECONDS = [3, 10, 15];
/** A first guess at requests per second, for what the warm-up needs. */
const FIRST_GUESS = 6_000;

/**
 * Measures two sides in turn, baseline first, after a warm-up of each.
 *
 * @param perSecond fixed rate of requests; by default 32 are in flight
 */
export async function compare(
  sides: { baseline: Side; ours: Side },
  { rounds, seconds }: Effort,
  perSecond?: number,
): Promise<{ baseline: SideResult; ours: SideResult }> {
  const baseline = new Measured(sides.baseline, perSecond);
  const ours = new Measured(sides.ours, perSecond);
  for (const side of [baseline, ours]) await side.warmUp();
  for (let round = 0; round < rounds; round += 1) {
    for (const side of [baseline, ours]) await side.measure(seconds);
  }
  return { baseline: baseline.result(), ours: ours.result() };
}

/** Measures one side, after a warm-up. */
export async function measure(side: Side, { rounds, seconds }: Effort): Promise<SideResult> {
  const measured = new Measured(side);
  await measured.warmUp();
  for (let round = 0; round < rounds; round += 1) await measured.measure(seconds);
  return measured.result();
}

class Measured {
  private readonly rounds: Round[] = [];
  private readonly cpu: CpuTimes = {};
  private rate: number;

  constructor(
    private readonly side: Side,
    private readonly perSecond?: number,
  ) {
    this.rate = side.firstGuess ?? FIRST_GUESS;
  }

  async warmUp(): Promise<void> {
    for (const seconds of WARM_UP_SECONDS) await this.round(seconds);
  }

  async measure(seconds: number): Promise<void> {
    const { cpu: before, round, after } = await this.round(seconds);
    this.rounds.push(round);
    for (const [name, time] of Object.entries(after)) {
      this.cpu[name] = (this.cpu[name] ?? 0) + time - (before[name] ?? 0);
    }
  }

  result(): SideResult {
    const figures = figuresOf(this.rounds);
    const perRequest = Object.entries(this.cpu).map(([name, time]) => [name, time / figures.requests]);
    return { figures, cpu: Object.fromEntries(perRequest) as CpuTimes };
  }

  private async round(seconds: number): Promise<{ cpu: CpuTimes; round: Round; after: CpuTimes }> {
    // 50 % more, so that a faster round does not run out of requests.
    const load = await this.side.prepare(Math.ceil((this.perSecond ?? this.rate) * seconds * 1.5));
    const cpu = this.side.cpu();
    const round = await this.work(load, seconds);
    await this.side.settle?.();
    const after = this.side.cpu();
    // Without an answer there is no duration.
    this.rate = Math.max(100, round.milliseconds.length / round.seconds || 0);
    return { cpu, round, after };
  }

  private work(load: Load | Work, seconds: number): Promise<Round> {
    if (typeof load === 'function') return load(seconds);
    return this.perSecond === undefined ? fire(load, seconds) : pace(load, this.perSecond, seconds);
  }
}
