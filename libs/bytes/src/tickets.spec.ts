import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@questp/messages';
import { Tickets } from './tickets.js';

describe('a ticket', () => {
  it('is good once', () => {
    const tickets = new Tickets<string>();
    const [one, two] = [tickets.issue('one'), tickets.issue('two')];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect([two, one, one, 'else'].map((ticket) => tickets.redeem(ticket))).toEqual([
      'two',
      'one',
      undefined,
      undefined,
    ]);
  });

  it('is good for a while', async () => {
    const tickets = new Tickets<string>(1);
    const ticket = tickets.issue('one');
    await sleep(50);
    expect(tickets.redeem(ticket)).toBeUndefined();
  });

  it('is refused while a thousand are open, and no longer', () => {
    const tickets = new Tickets<number>();
    const issued = Array.from({ length: 1_000 }, (_, n) => tickets.issue(n));
    expect(() => tickets.issue(1_000)).toThrow(new AppError('SERVICE_UNAVAILABLE'));
    tickets.redeem(issued[0] as string);
    expect(tickets.redeem(tickets.issue(1_000))).toBe(1_000);
  });
});
