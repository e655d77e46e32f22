import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Database, newId, sql } from '@questp/postgres';
import { createTestDatabase, type TestDatabase } from '@questp/testing';

const PROCESS = join(import.meta.dirname, '../testing/ticket-process.fixture.mjs');
const FACTORY = 'wasm1qyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqssdk9vm';
const OWNER = 'wasm1qszqgpqyqszqgpqyqszqgpqyqszqgpqygts2zu';
const CHAIN = {
  chainId: 'questp-local-1',
  bech32Prefix: 'wasm',
  escrow: {
    ...{ factory: FACTORY, codeId: 2, checksum: 'ab'.repeat(32), admin: null, contractVersion: '0.1.0' },
    ...{ ticketSigner: 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY', feeBps: 500, released: false },
  },
};
const after = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const POOL = {
  rewardPool: {
    ...{
      mode: 'automatic',
      chainId: CHAIN.chainId,
      assetKind: 'native',
      denom: 'uquest',
      symbol: 'QUEST',
      decimals: 6,
    },
    ...{ totalAmount: '1000000', minPayout: '10', maxPayout: null, maxShareBps: 10_000, forbiddenAddresses: [] },
    ...{ challengeSeconds: 60, commitWindowSeconds: 600, claimWindowSeconds: 600 },
  },
  ...{ startsAt: after(1), endsAt: after(2), feeBps: 500, wallets: [OWNER] },
};

describe('a ticket whose process is killed', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase({ migrate: ['escrow-ops'] });
    db = new Database(database.urlOf('escrow-ops'), { schema: 'escrow', poolSize: 2 });
  });
  afterAll(async () => {
    await db.onApplicationShutdown();
    await database.drop();
  });

  const issue = (campaignId: string, failpoint = '') =>
    new Promise<{ killed: boolean; lines: string[] }>((resolve, reject) => {
      const request = { projectId: campaignId, campaignId, userId: `svcuser_${'a'.repeat(32)}` };
      const given = { databaseUrl: database.urlOf('escrow-ops'), chain: CHAIN, pool: POOL, request };
      const env = { ...process.env, NODE_OPTIONS: '', FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoint };
      execFile(process.execPath, [PROCESS, JSON.stringify(given)], { env }, (error, stdout, stderr) => {
        if (error && error.signal !== 'SIGKILL') reject(new Error(stderr));
        else resolve({ killed: error !== null, lines: stdout.split('\n').filter(Boolean) });
      });
    });
  const stored = (campaignId: string) =>
    db.rows<{ ticket: string; followed: boolean }>(sql`
      SELECT encode(bytes, 'base64') AS ticket, EXISTS (
        SELECT FROM escrow_attempt a WHERE a.campaign_id = t.campaign_id AND a.attempt = t.attempt) AS followed
      FROM ticket t WHERE campaign_id = ${campaignId}`);
  const textOf = (ticket = '') => Buffer.from(ticket, 'base64').toString();

  it('after it was signed is not stored, and another one is issued', async () => {
    const campaignId = newId();
    expect(await issue(campaignId, 'before-commit:escrow.ticket')).toEqual({ killed: true, lines: ['signed'] });
    expect(await stored(campaignId)).toEqual([]);
    const { lines } = await issue(campaignId);
    const [row, ...others] = await stored(campaignId);
    expect(others).toEqual([]);
    expect(row?.followed).toBe(true);
    expect([lines[0], textOf(lines[1])]).toEqual(['signed', textOf(row?.ticket)]);
  });

  it('after it was stored is returned by the next request, without another signature', async () => {
    const campaignId = newId();
    expect(await issue(campaignId, 'after-commit:escrow.ticket')).toEqual({ killed: true, lines: ['signed'] });
    const [row] = await stored(campaignId);
    expect(row?.followed).toBe(true);
    const { lines } = await issue(campaignId);
    expect(lines.map(textOf)).toEqual([textOf(row?.ticket)]);
    expect(await stored(campaignId)).toHaveLength(1);
  });
});
