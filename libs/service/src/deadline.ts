import { randomBytes } from 'node:crypto';
import { AppError } from '@questp/messages/language';
import { currentContext, type CallContext } from './call-context.js';
import { steadyNow } from './steady-clock.js';

/** A sender that answers within this time is measured, to so many milliseconds. */
const QUICK_MS = 1_000;
/** Clocks drift: the difference of two is that of the last one or two of these periods. */
const PERIOD_MS = 5 * 60_000;
const MAX_SENDERS = 1_000;
const SENT = /^([0-9a-f]{16}) (\d{1,15}) (\d{1,9})$/;

interface Sender {
  period: number;
  /** Least milliseconds between sending and receipt, by the two clocks, in this period and the one before. */
  least: number;
  leastBefore: number;
}

/** Identifies a process in its messages: 16 hex digits. */
export const newProcessId = (): string => randomBytes(8).toString('hex');

/**
 * The deadline header: a request past its deadline is not executed.
 *
 * @param sender see `newProcessId`
 * @param now the sender's clock
 * @param waitMs how long the caller waits from now on
 */
export const sentHeader = (sender: string, now: number, waitMs: number): string =>
  `${sender} ${Math.round(now)} ${Math.max(0, Math.floor(waitMs))}`;

/**
 * The answer to a request whose sender is not measured yet: the receiver and its clock. The request is not carried out;
 * the sender repeats it with this mark, which proves that it was sent after it.
 */
export type Mark = string;

/** The marks that receivers of a request have answered, as the header `x-measured`. */
export const marksHeader = (marks: readonly Mark[]): string => marks.join(',') || '-';

/**
 * Computes by our clock when the sender of a request gives up. How far a sender's clock is from ours is measured: by the
 * request of it that was the quickest. So clocks that differ cost no request, and one that waited in a socket or in a
 * stopped process is known to have waited. A sender that is not known is asked to repeat its first request.
 */
export class Deadlines {
  private readonly senders = new Map<string, Sender>();
  private readonly self = newProcessId();

  constructor(private readonly now: () => number = steadyNow) {}

  /**
   * Undefined: `sent` is missing or malformed.
   * @param marks undefined where the sender is of the version before, and cannot repeat a request
   */
  of(sent: string | undefined, marks: string | undefined): { deadline: number | undefined } | { again: Mark } {
    const [, id, at, wait] = SENT.exec(sent ?? '') ?? [];
    if (id === undefined) return { deadline: undefined };
    const now = this.now();
    const apparent = now - Number(at);
    const known = this.senders.get(id);
    if (known !== undefined) {
      const age = Math.max(0, apparent - this.differenceOf(known, now, apparent));
      return { deadline: now + Number(wait) - age };
    }
    if (marks === undefined) return { deadline: now + Number(wait) };
    const markedAt = this.markedAt(marks);
    if (markedAt === undefined || now - markedAt > QUICK_MS) return { again: `${this.self} ${Math.floor(now)}` };
    this.add(id, { period: periodOf(now), least: apparent, leastBefore: Infinity });
    return { deadline: markedAt + Number(wait) };
  }

  private differenceOf(sender: Sender, now: number, apparent: number): number {
    const period = periodOf(now);
    if (sender.period !== period) Object.assign(sender, { period, leastBefore: sender.least, least: apparent });
    sender.least = Math.min(sender.least, apparent);
    return Math.min(sender.least, sender.leastBefore);
  }

  /** When this receiver gave the last of its marks. */
  private markedAt(marks: string): number | undefined {
    const own = marks.split(',').findLast((mark) => mark.startsWith(`${this.self} `));
    return own === undefined ? undefined : Number(own.slice(this.self.length + 1));
  }

  private add(id: string, sender: Sender): void {
    for (const oldest of this.senders.keys()) {
      if (this.senders.size < MAX_SENDERS) break;
      this.senders.delete(oldest);
    }
    this.senders.set(id, sender);
  }
}

const periodOf = (now: number): number => Math.floor(now / PERIOD_MS);

/** SERVICE_UNAVAILABLE when the caller of what runs here, or in `context`, has given up. */
export function requireTimeLeft(context: CallContext | undefined = currentContext()): void {
  const deadline = context?.deadline;
  if (deadline === undefined || steadyNow() < deadline) return;
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
}

/**
 * Milliseconds for a part of what runs here: `mostMs`, or less where its caller would give up before; `reserveMs` are
 * left to answer the caller.
 */
export function timeLeft(mostMs: number, reserveMs: number): number {
  const left = (currentContext()?.deadline ?? Infinity) - steadyNow() - reserveMs;
  return Math.max(0, Math.floor(Math.min(mostMs, left)));
}
