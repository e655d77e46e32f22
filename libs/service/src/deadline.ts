import { AppError } from '@questp/messages';
import { currentContext, type CallContext } from './call-context.js';

/**
 * Milliseconds that never jump: Unix time as it was when the process started, and what passed since. They go on while
 * the process is stopped by a signal.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** How long a sender has to be known until its clock is measured instead of believed. */
const KNOWN_MS = 1_000;
/** Clocks drift: the difference of two is that of the last one or two of these periods. */
const PERIOD_MS = 5 * 60_000;
const MOST_SENDERS = 1_000;
const FORM = /^([0-9a-f]{16}) (\d{1,15}) (\d{1,9})$/;

interface Sender {
  since: number;
  period: number;
  /** Least milliseconds between sending and receipt, by the two clocks, in this period and the one before. */
  least: number;
  leastBefore: number;
}

/**
 * What travels with a request so that nobody carries out what the caller has given up.
 *
 * @param sender 16 hex digits, one value per process
 * @param waitMs how long the caller waits from now on
 */
export const sentHeader = (sender: string, waitMs: number): string =>
  `${sender} ${Math.round(steadyNow())} ${Math.max(0, Math.floor(waitMs))}`;

/**
 * Tells by our clock when the sender of a request gives up. How far a sender's clock is from ours is measured: by the
 * request of it that was the quickest. So clocks that differ cost no request, and one that waited in a socket or in a
 * stopped process is known to have waited.
 */
export class Deadlines {
  private readonly senders = new Map<string, Sender>();

  constructor(private readonly now: () => number = steadyNow) {}

  /** Undefined: the header is missing or malformed. */
  of(header: string | undefined): number | undefined {
    const [, id, sent, wait] = FORM.exec(header ?? '') ?? [];
    if (id === undefined) return undefined;
    const now = this.now();
    const apparent = now - Number(sent);
    const sender = this.sender(id, now, apparent);
    const difference = now - sender.since < KNOWN_MS ? 0 : Math.min(sender.least, sender.leastBefore);
    return now + Number(wait) - Math.max(0, apparent - difference);
  }

  private sender(id: string, now: number, apparent: number): Sender {
    const period = Math.floor(now / PERIOD_MS);
    let sender = this.senders.get(id);
    if (sender === undefined) {
      for (const oldest of this.senders.keys()) {
        if (this.senders.size < MOST_SENDERS) break;
        this.senders.delete(oldest);
      }
      sender = { since: now, period, least: apparent, leastBefore: Infinity };
      this.senders.set(id, sender);
    }
    if (sender.period !== period) Object.assign(sender, { period, leastBefore: sender.least, least: apparent });
    sender.least = Math.min(sender.least, apparent);
    return sender;
  }
}

/** SERVICE_UNAVAILABLE when the caller of what runs here, or in `context`, has given up. */
export function requireTimeLeft(context: CallContext | undefined = currentContext()): void {
  const deadline = context?.deadline;
  if (deadline === undefined || steadyNow() < deadline) return;
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
}

/** Aborted when the caller of what runs here gives up; never where nobody waits. */
export function deadlineSignal(): AbortSignal {
  const deadline = currentContext()?.deadline;
  if (deadline === undefined) return new AbortController().signal;
  return AbortSignal.timeout(Math.max(0, Math.floor(deadline - steadyNow())));
}
