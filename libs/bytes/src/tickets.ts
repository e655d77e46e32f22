import { newSecret } from '@questp/service';

/** Time from the reply over NATS to the request that redeems the ticket. */
const VALID_MS = 10_000;

interface Open<Thing> {
  thing: Thing;
  timer: NodeJS.Timeout;
}

/** Single-use secrets. They expire after ten seconds and are known to this process only. */
export class Tickets<Thing> {
  private readonly open = new Map<string, Open<Thing>>();

  constructor(
    private readonly onExpired: (thing: Thing) => void,
    private readonly validMs = VALID_MS,
  ) {}

  /** 256 random bits as 43 characters. */
  issue(thing: Thing): string {
    const ticket = newSecret();
    const expire = () => {
      this.open.delete(ticket);
      this.onExpired(thing);
    };
    this.open.set(ticket, { thing, timer: setTimeout(expire, this.validMs).unref() });
    return ticket;
  }

  /** Undefined for a ticket that is unknown, expired or used. */
  redeem(ticket: string): Thing | undefined {
    const found = this.open.get(ticket);
    this.open.delete(ticket);
    clearTimeout(found?.timer);
    return found?.thing;
  }
}
