import { steadyNow } from '@questp/service';

/** Milliseconds. A slower answer does not replace an earlier measurement. */
const SLOW_MS = 1_000;

/**
 * The broker's time, which all gateways share. The windows of rate limits follow it instead of the clock of each
 * gateway.
 * Each timestamped answer of the broker measures it, with an error of half the round-trip time. Before the first
 * measurement it is the gateway's own time, and the gateway is not ready.
 */
export class BrokerClock {
  private ahead: number | undefined;

  /** @param own a monotonic clock */
  constructor(private readonly own: () => number = steadyNow) {}

  now(): number {
    return this.own() + (this.ahead ?? 0);
  }

  /** Calls `ask`, and measures the broker's clock by the time in the answer. */
  async measure<Answer extends { ts?: string }>(ask: () => Promise<Answer>): Promise<Answer> {
    const sent = this.own();
    const answer = await ask();
    const received = this.own();
    const time = Date.parse(answer.ts ?? '');
    const isQuick = received - sent < SLOW_MS || this.ahead === undefined;
    if (isQuick && !Number.isNaN(time)) this.ahead = time - (sent + received) / 2;
    return answer;
  }
}
