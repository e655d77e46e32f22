import { steadyNow } from '@questp/service';

/** A slower answer does not replace an earlier measurement, in milliseconds. */
const SLOW_MS = 1_000;

/**
 * The broker's time, which all gateways share: the windows of rate limits follow it, and not the clock of each gateway.
 * Each answer of the broker that has a time measures it, to half of the milliseconds that the answer took. Before the
 * first one it is the gateway's own time; a gateway is not ready until then.
 */
export class BrokerClock {
  private ahead: number | undefined;

  /** @param own a clock that never jumps */
  constructor(private readonly own: () => number = steadyNow) {}

  now(): number {
    return this.own() + (this.ahead ?? 0);
  }

  /** Asks the broker by `ask`, and measures its clock by the time in the answer. */
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
