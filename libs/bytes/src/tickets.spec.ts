import { setTimeout as sleep } from 'node:timers/promises';
import { Tickets } from './tickets.js';

describe('a ticket', () => {
  const expired: string[] = [];
  const newTickets = (validMs?: number) => new Tickets<string>((thing) => void expired.push(thing), validMs);

  it('works once', () => {
    const tickets = newTickets();
    const [one, two] = [tickets.issue('one'), tickets.issue('two')];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect([two, one, one, 'else'].map((ticket) => tickets.redeem(ticket))).toEqual([
      'two',
      'one',
      undefined,
      undefined,
    ]);
  });

  it('expires after a while, with a call to its owner, unless it was used', async () => {
    const tickets = newTickets(1);
    const [unused, used] = [tickets.issue('unused'), tickets.issue('used')];
    expect(tickets.redeem(used)).toBe('used');
    await sleep(50);
    expect(tickets.redeem(unused)).toBeUndefined();
    expect(expired).toEqual(['unused']);
  });
});
