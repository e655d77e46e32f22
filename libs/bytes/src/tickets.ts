import { randomBytes } from 'node:crypto';
import { AppError } from '@questp/messages';

/** From the answer over NATS to the request that redeems it. */
const VALID_MS = 10_000;
/** At a time; each is a member's request that was admitted a moment ago. */
const MOST = 1_000;

/** Secrets that are good for one thing, once, for ten seconds, in this process alone. */
export class Tickets<Thing> {
  private readonly open = new Map<string, { thing: Thing; timer: NodeJS.Timeout }>();

  constructor(private readonly validMs = VALID_MS) {}

  /** 256 random bits as 43 characters. SERVICE_UNAVAILABLE while too many are open. */
  issue(thing: Thing): string {
    if (this.open.size >= MOST) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    const ticket = randomBytes(32).toString('base64url');
    const timer = setTimeout(() => this.open.delete(ticket), this.validMs).unref();
    this.open.set(ticket, { thing, timer });
    return ticket;
  }

  /** Undefined for what is unknown, too old or used. */
  redeem(ticket: string): Thing | undefined {
    const found = this.open.get(ticket);
    this.open.delete(ticket);
    clearTimeout(found?.timer);
    return found?.thing;
  }
}
