import type { Logger } from './logger.js';
import type { CHECKS, PARTIAL_CHECKS } from './readiness-checks.js';

const CHECK_MS = 2_000;
const AGAIN_MS = 1_000;
/** While something is wrong, so that a replica is back soon. */
const AGAIN_WHEN_LOST_MS = 250;
/** Rounds in a row: a connection that broke, or a busy machine, is no reason to send requests elsewhere. */
const LOST_AFTER = 3;

/** Throws an error whose message is a sentence that names no secret. */
export type ReadinessCheck = () => Promise<void>;

/** What turns requests away and takes them again. */
export interface Taking {
  /** Ends with what was sent here already. */
  pause?: () => Promise<void>;
  resume?: () => Promise<void>;
}

export interface ReadinessReport {
  status: 'starting' | 'ready' | 'degraded' | 'stopping';
  /** By name: `ok`, or the fault. */
  checks: Record<string, string>;
}

/**
 * Whether this process can do what it is asked for. It says so, and takes requests only as long: with three failed rounds
 * in a row it turns them away, and the first that passes takes them again. Nothing has to be restarted.
 */
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  /** Checks of what only a part of the requests needs. */
  private readonly parts = new Set<string>();
  private phase: 'starting' | 'started' | 'stopping' = 'starting';
  private taking: Taking = {};
  private failed = 0;
  private isPaused = false;
  private reported = '';
  private running: Promise<ReadinessReport> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  /** A check that takes longer than 2 s has failed. */
  addCheck(name: keyof typeof CHECKS, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Its failure is reported, and requests are still accepted. */
  addPartialCheck(name: keyof typeof PARTIAL_CHECKS, check: ReadinessCheck): void {
    this.parts.add(name);
    this.checks.set(name, check);
  }

  /** Resolves when every check passes that all requests need; the log says what it waits for. */
  async untilReady(): Promise<void> {
    while (!this.isFine((await this.check()).checks))
      await new Promise((resolve) => setTimeout(resolve, AGAIN_WHEN_LOST_MS));
  }

  /** Requests are taken from now on, while the checks pass. */
  start(taking: Taking = {}): void {
    this.taking = taking;
    this.phase = 'started';
    this.failed = 0;
    this.watch();
  }

  /** Ready never again, so that load balancers stop sending. */
  stop(): void {
    this.phase = 'stopping';
    clearTimeout(this.timer);
  }

  /** A round now, or the one that runs. What it changes has been done when it resolves. */
  check(): Promise<ReadinessReport> {
    this.running ??= this.round().finally(() => (this.running = undefined));
    return this.running;
  }

  private watch(): void {
    const again = () => {
      void this.check().finally(() => {
        if (this.phase !== 'stopping') this.watch();
      });
    };
    this.timer = setTimeout(again, this.failed > 0 ? AGAIN_WHEN_LOST_MS : AGAIN_MS).unref();
  }

  private async round(): Promise<ReadinessReport> {
    const results = await Promise.all([...this.checks].map(async ([name, check]) => [name, await resultOf(check)]));
    const checks = Object.fromEntries(results) as Record<string, string>;
    this.failed = this.isFine(checks) ? 0 : this.failed + 1;
    this.report(checks);
    if (this.phase === 'started') await this.pauseOrResume();
    const { phase } = this;
    return {
      status: phase === 'started' ? (this.isFine(checks) && !this.isPaused ? 'ready' : 'degraded') : phase,
      checks,
    };
  }

  private isFine(checks: Record<string, string>): boolean {
    return Object.entries(checks).every(([name, result]) => result === OK || this.parts.has(name));
  }

  private async pauseOrResume(): Promise<void> {
    const pauses = this.failed === 0 ? false : this.isPaused || this.failed >= LOST_AFTER;
    if (pauses === this.isPaused) return;
    this.isPaused = pauses;
    await (pauses ? this.taking.pause?.() : this.taking.resume?.());
    if (pauses) this.logger.warn('takes no requests');
    else this.logger.info('takes requests again');
  }

  /** Each state once, when it has lasted for a second round. */
  private report(checks: Record<string, string>): void {
    if (this.failed === 1) return;
    const wrong = Object.fromEntries(Object.entries(checks).filter(([, result]) => result !== OK));
    const state = JSON.stringify(wrong);
    if (state === this.reported || (this.reported === '' && state === '{}')) return;
    this.reported = state;
    const sentence = Object.values(wrong).join('; ');
    if (state === '{}') this.logger.info('ready again');
    else
      this.logger.warn({ checks: wrong }, `${this.isFine(checks) ? 'ready but for a part' : 'not ready'}: ${sentence}`);
  }
}

const OK = 'ok';

async function resultOf(check: ReadinessCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, `no answer within ${CHECK_MS / 1000} s`);
  });
  try {
    return await Promise.race([check().then(() => OK), late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
