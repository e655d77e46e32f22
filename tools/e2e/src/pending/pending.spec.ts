import { randomUUID } from 'node:crypto';
import { connect, headers as natsHeaders, type NatsConnection } from '@nats-io/transport-node';
import {
  getChainTransaction,
  getOwnSubmission,
  listWallets,
  submitQuest,
  writeCaller,
  type ChainTransactionReply,
  type Contract,
  type ErrorEnvelope,
  type ReplyOf,
  type RequestOf,
} from '@questp/messages';
import {
  createTestDatabase,
  startNats,
  startService,
  waitFor,
  type TestDatabase,
  type TestNats,
  type TestService,
} from '@questp/testing';
import { Pool } from 'pg';
import { assertPointsInvariant } from '../support/points-invariant.js';

const CHAIN = 'cosmoshub-4';
const SENDER = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu';

type Response = { ok: object } | { error: ErrorEnvelope };

let database: TestDatabase;
let nats: TestNats;
let connection: NatsConnection;
let pool: Pool;
const running: TestService[] = [];

/** What the chain tells: nothing yet, no answer at all, or the transaction. Stands for the integrations service. */
let chain: 'not_found' | 'silent' | 'found' = 'not_found';
let asked = 0;

const projectId = randomUUID();
const campaignId = randomUUID();

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase({ migrate: ['quests-verify'] }), startNats()]);
  connection = await connect(nats.client);
  pool = new Pool({ connectionString: database.url, options: '-c search_path=quests' });
  await pool.query(`INSERT INTO project (id, slug, name) VALUES ($1, 'moon', 'Moon')`, [projectId]);
  await pool.query(
    `INSERT INTO campaign (id, project_id, slug, title, status) VALUES ($1, $2, 'one', 'One', 'active')`,
    [campaignId, projectId],
  );
  answer(listWallets, () => ({
    items: [{ id: randomUUID(), chainId: CHAIN, address: SENDER, isPrimary: true, linkedAt: new Date().toISOString() }],
    nextCursor: null,
  }));
  answer(getChainTransaction, ({ txHash }) => {
    asked += 1;
    if (chain === 'silent') return undefined;
    return chain === 'not_found' ? { status: chain, transaction: null, detail: null } : found(txHash);
  });
});

beforeEach(() => {
  chain = 'not_found';
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
  await assertPointsInvariant(pool);
});

afterAll(async () => {
  await connection.close();
  await pool.end();
  await nats.stop();
  await database.drop();
});

const found = (hash: string): ChainTransactionReply => ({
  status: 'found',
  detail: null,
  transaction: {
    hash,
    height: 7,
    time: new Date().toISOString(),
    code: 0,
    transfers: [{ sender: SENDER, recipient: 'cosmos1team', amounts: [{ denom: 'uatom', amount: '5' }] }],
  },
});

/** Answers a contract in the place of its service; undefined: never. */
function answer<C extends Contract>(contract: C, reply: (request: RequestOf<C>) => ReplyOf<C> | undefined): void {
  connection.subscribe(contract.subject, {
    callback: (_, message) => {
      const ok = reply(message.json<RequestOf<C>>());
      if (ok !== undefined) message.respond(JSON.stringify({ ok }));
    },
  });
}

/** Calls as the gateway does for a user. */
async function call<C extends Contract>(contract: C, data: RequestOf<C> & { userId: string }): Promise<ReplyOf<C>> {
  const headers = natsHeaders();
  const principal = { family: 'user', userId: data.userId, sessionId: randomUUID(), status: 'active' } as const;
  headers.set('x-caller', writeCaller({ operation: contract.http[0]?.id ?? '', principal }));
  const message = await connection.request(contract.subject, JSON.stringify(data), { headers, timeout: 30_000 });
  const response = message.json<Response>();
  if ('error' in response) throw new Error(response.error.code);
  return response.ok as ReplyOf<C>;
}

async function startReplica(): Promise<TestService> {
  const env = {
    NATS_URL: nats.urlOf('quests-verify'),
    DATABASE_URL: database.urlOf('quests-verify'),
    APP_URL: 'http://localhost:5173',
  };
  const replica = await startService('quests-verify', env);
  running.push(replica);
  return replica;
}

/** A pending transfer of a new earner; each has a quest of its own, since one wallet stands for all earners. */
async function handIn() {
  const [questId, userId] = [randomUUID(), `svcuser_${randomUUID().replaceAll('-', '')}`];
  await pool.query(
    `INSERT INTO quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp, config, status)
     VALUES ($1::uuid, $2, $3, $1::uuid::text, 'Send', 'chain_transfer', 'on_chain', 10, 20, $4, 'active')`,
    [questId, projectId, campaignId, { chainId: CHAIN }],
  );
  const txHash = randomUUID().replaceAll('-', '').toUpperCase().padStart(64, '0');
  const submission = await call(submitQuest, { userId, questId, inputs: { txHash } });
  expect(submission.status).toBe('pending');
  return { id: submission.id, get: () => call(getOwnSubmission, { userId, submissionId: submission.id }) };
}

const letPause = () => pool.query(`UPDATE pending_check SET due_at = now()`);
const letLease = () => pool.query(`UPDATE pending_check SET lease_until = now() WHERE lease_until IS NOT NULL`);
const credits = async (id: string) =>
  (await pool.query(`SELECT FROM points_ledger WHERE submission_id = $1`, [id])).rowCount;

describe('a pending submission', () => {
  it('outlives the replica that was checking it, and is credited once by one of two others', async () => {
    const first = await startReplica();
    const { id, get } = await handIn();
    chain = 'silent';
    const before = asked;
    await letPause();
    await waitFor(() => asked > before, { what: 'the check' });
    await first.kill('SIGKILL');

    chain = 'found';
    await pool.query(`UPDATE pending_check SET lease_until = now() + interval '1 hour' WHERE lease_until IS NOT NULL`);
    await Promise.all([startReplica(), startReplica()]);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    // The dead replica's lease holds.
    expect(await get()).toMatchObject({ status: 'pending' });
    await letLease();
    await letPause();
    await waitFor(async () => (await get()).status === 'claimed', { what: 'the credit' });
    expect(await credits(id)).toBe(1);
    const { checks, reason, nextTryAt } = await get();
    expect([reason, nextTryAt]).toEqual([null, null]);
    expect(checks.map(({ outcome, trigger }) => `${outcome} ${trigger}`)).toEqual([
      'pass recheck',
      'inconclusive earner',
    ]);
  });

  it('of many is checked by one of two replicas, whatever they do at once', async () => {
    await Promise.all([startReplica(), startReplica()]);
    const pending = await Promise.all(Array.from({ length: 30 }, handIn));
    const before = asked;
    chain = 'found';
    await letPause();
    for (const { id, get } of pending) {
      await waitFor(async () => (await get()).status === 'claimed', { what: 'the credit' });
      expect(await credits(id)).toBe(1);
    }
    expect(asked - before).toBe(pending.length);
  });
});
