// Issues a ticket, as a process that a test can kill, and prints its signature. It runs the built service; what other
// services and the chain answer comes from the test. Each line of output before the signature is one request to sign.
import { Database } from '@questp/postgres';
import { EscrowAttemptsRepository } from '../../dist/chain/escrows/escrow-attempts.repository.js';
import { EscrowStatesRepository } from '../../dist/chain/escrows/escrow-states.repository.js';
import { IssueTicket } from '../../dist/pools/issue-ticket.js';
import { SignTicket } from '../../dist/pools/sign-ticket.js';
import { TicketsRepository } from '../../dist/pools/tickets.repository.js';

const { databaseUrl, chain, pool, request } = JSON.parse(process.argv[2]);

const db = new Database(databaseUrl, { schema: 'escrow', poolSize: 2 });
const bus = {
  call: ({ subject }) => {
    if (subject === 'quests.pools.lock') return Promise.resolve({ ...pool, lockedAt: new Date().toISOString() });
    process.stdout.write('signed\n');
    const signature = Buffer.alloc(64, 1).toString('base64');
    return Promise.resolve({ signature, publicKey: chain.escrow.ticketSigner });
  },
};
const tickets = new TicketsRepository(db);
const signTicket = new SignTicket(
  db,
  tickets,
  new EscrowAttemptsRepository(db),
  new EscrowStatesRepository(db),
  { require: () => chain },
  { execute: () => Promise.resolve({ problems: [] }) },
  bus,
);
const { ticket } = await new IssueTicket(tickets, signTicket).execute(request);
process.stdout.write(`${ticket}\n`);
await db.onApplicationShutdown();
