// Issues a ticket, as a process that a test can kill, and prints its signature. It runs the built service; what other
// services and the chain answer comes from the test. Each line of output before the signature is one request to sign.
import { Database } from '@questp/postgres';
import { EscrowAttemptsRepository } from '../../dist/chain/escrows/escrow-attempts.repository.js';
import { EscrowStatesRepository } from '../../dist/chain/escrows/escrow-states.repository.js';
import { IssueTicket } from '../../dist/pools/issue-ticket.js';
import { TicketsRepository } from '../../dist/pools/tickets.repository.js';

const { databaseUrl, chain, pool, request } = JSON.parse(process.argv[2]);

const db = new Database(databaseUrl, { schema: 'escrow', poolSize: 2 });
const bus = {
  call: async ({ subject }) => {
    if (subject === 'quests.pools.lock') return { ...pool, lockedAt: new Date().toISOString() };
    console.log('signed');
    return { signature: Buffer.alloc(64, 1).toString('base64'), publicKey: chain.escrow.ticketSigner };
  },
};
const issueTicket = new IssueTicket(
  db,
  new TicketsRepository(db),
  new EscrowAttemptsRepository(db),
  new EscrowStatesRepository(db),
  { require: () => chain },
  { execute: async () => ({ problems: [] }) },
  bus,
);
const { ticket } = await issueTicket.execute(request);
console.log(ticket);
await db.onApplicationShutdown();
