import { listEscrowTransactions } from '@questp/messages/escrow';
import type { RequestOf } from '@questp/messages/language';
import { insertInto, newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { escrowOps } from '../../service.js';

describe('the log of signed transactions', () => {
  let service: TestService<unknown>;
  const campaignId = newId();
  beforeAll(async () => {
    service = await startTestService(escrowOps);
    const db = service.asOwner();
    await db.execute(sql`
      INSERT INTO signer_lane (chain_id, key) VALUES ('pion-1', 'escrow_operator'), ('other-1', 'escrow_pauser')`);
    const row = (number: number, more: object) => ({
      ...{ chainId: 'pion-1', key: 'escrow_operator', campaignId, contract: 'neutron1contract', action: 'distribute' },
      ...{ signer: 'neutron1signer', sequence: number, hash: `${number}`.repeat(64), bytes: Buffer.from([number]) },
      ...{ gasLimit: 130_000, feeDenom: 'untrn', feeAmount: 3_250, timeoutHeight: 5_000_000_000 },
      ...more,
    });
    const decided = { decidedAt: new Date() };
    const included = { ...decided, height: 4_999_999_999, gasUsed: 98_000 };
    const rows = [
      row(1, { ...included, outcome: 'succeeded', code: 0 }),
      row(2, { ...included, outcome: 'failed', code: 5, error: 'paused: a pause blocks this' }),
      row(3, { ...decided, outcome: 'expired', campaignId: newId(), action: 'commit_allocations' }),
      row(4, { refusal: 'sdk 13: insufficient fee' }),
      row(5, { chainId: 'other-1', key: 'escrow_pauser', action: 'pause' }),
    ];
    for (const one of rows) await db.execute(insertInto('signed_transaction', one));
  }, 60_000);
  afterAll(() => service.stop());

  type Filters = Partial<RequestOf<typeof listEscrowTransactions>>;
  const list = (filters: Filters = {}) => service.call(listEscrowTransactions, { limit: 30, ...filters });
  const sequences = async (filters: Filters) => (await list(filters)).items.map(({ sequence }) => sequence).join();

  it('lists every transaction with fee, outcome and error', async () => {
    const { items } = await list();
    expect(items.map(({ sequence, outcome }) => [sequence, outcome])).toEqual([
      ['5', 'open'],
      ['4', 'open'],
      ['3', 'expired'],
      ['2', 'failed'],
      ['1', 'succeeded'],
    ]);
    expect(items[3]).toEqual({
      ...{ hash: '2'.repeat(64), campaignId, chainId: 'pion-1', key: 'escrow_operator', signer: 'neutron1signer' },
      ...{ contract: 'neutron1contract', action: 'distribute', sequence: '2', gasLimit: '130000', feeDenom: 'untrn' },
      ...{ feeAmount: '3250', timeoutHeight: 5_000_000_000, signedAt: expect.any(String) as string, refusal: null },
      ...{ outcome: 'failed', height: 4_999_999_999, code: 5, gasUsed: '98000' },
      ...{ error: 'paused: a pause blocks this', decidedAt: expect.any(String) as string },
    });
  });

  it('filters transactions', async () => {
    expect(await sequences({ campaignId })).toBe('5,4,2,1');
    expect(await sequences({ chainId: 'pion-1' })).toBe('4,3,2,1');
    expect(await sequences({ key: 'escrow_pauser' })).toBe('5');
    expect(await sequences({ outcome: 'open' })).toBe('5,4');
    expect(await sequences({ outcome: 'expired' })).toBe('3');
    expect(await sequences({ action: 'distribute', outcome: 'failed' })).toBe('2');
  });

  it('lists transactions page by page', async () => {
    const first = await list({ limit: 2 });
    const second = await list({ limit: 3, cursor: first.nextCursor ?? undefined });
    expect([...first.items, ...second.items].map(({ sequence }) => sequence).join()).toBe('5,4,3,2,1');
    expect(second.nextCursor).toBeNull();
  });
});
