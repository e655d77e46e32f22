import { type Server } from 'node:http';
import { allocationSha256, predictEscrowAddress } from '@questp/escrow-client';
import { type CampaignEntry, type EscrowStatusResponse } from '@questp/message-schema';
import { bech32 } from '@scure/base';
import { startNode, type NodeState } from './node.fixture.js';
import { RestError } from './rest.js';
import { fetchAllocation, verifyAllocation } from './verify-allocation.js';
import { verifyEscrow } from './verify-escrow.js';

describe('verification from a node', () => {
  const address = (fill: number, length: number) => bech32.encodeFromBytes('wasm', Buffer.alloc(length, fill));
  const FACTORY = address(1, 32);
  const CHECKSUM = '13a1fc994cc6d1c81b746ee0c0ff6f90043875e0bf1d9be6b7d779fc978dc2a5';
  const ESCROW = predictEscrowAddress({ factory: FACTORY, checksum: CHECKSUM, campaignId: 'c-1', fundingAttempt: 2 });
  const ADMIN = address(9, 20);
  // 250 entries: three pages.
  const ENTRIES = Array.from({ length: 250 }, (_, i) => ({ address: address(i, 20), points: String(i + 1) })).sort(
    (a, b) => (a.address < b.address ? -1 : 1),
  );
  const WEIGHTS = ENTRIES.map(({ address, points }) => ({ address, weight: BigInt(points) }));

  interface Facts {
    info: { creator: string; code_id: string; admin: string; label: string };
    data_hash: string;
    entry: Pick<CampaignEntry, 'escrow' | 'funding_attempt'>;
    status: Pick<
      EscrowStatusResponse,
      'campaign_id' | 'funding_attempt' | 'balance' | 'funded_total' | 'paused' | 'paused_until'
    > & { phase: string; finalized: { allocation_sha256: string } | null };
  }

  const rightFacts = (): Facts => ({
    info: { creator: FACTORY, code_id: '7', admin: ADMIN, label: 'questp campaign-escrow c-1:2' },
    data_hash: CHECKSUM.toUpperCase(),
    entry: { escrow: ESCROW, funding_attempt: 2 },
    status: {
      ...{ campaign_id: 'c-1', funding_attempt: 2, phase: 'active', balance: '150', funded_total: '100' },
      ...{ paused: false, paused_until: null, finalized: { allocation_sha256: allocationSha256(WEIGHTS) } },
    },
  });

  let facts: Facts;
  let rest: string;
  let server: Server;

  const state = (): NodeState => ({
    codes: { 7: { data_hash: facts.data_hash } },
    contracts: {
      [ESCROW]: {
        info: facts.info,
        answer: ({ status, allocations }) => {
          if (status) return facts.status;
          const { start_after, limit } = allocations as { start_after?: string; limit: number };
          const after = start_after ?? '';
          return { version: 1, allocations: ENTRIES.filter((entry) => entry.address > after).slice(0, limit) };
        },
      },
      [FACTORY]: {
        info: {},
        answer: ({ campaign }) => (campaign?.['campaign_id'] === 'c-1' ? facts.entry : undefined),
      },
    },
  });

  const failed = async (admin: string | null = ADMIN) =>
    (await verifyEscrow({ rest, escrow: ESCROW, factory: FACTORY, checksum: CHECKSUM, admin }))
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  beforeAll(async () => ({ rest, server } = await startNode(state)));
  beforeEach(() => (facts = rightFacts()));
  afterAll(() => server.close());

  describe('an escrow checked from a node', () => {
    it('passes when everything is as published', async () => {
      expect(await failed()).toEqual([]);
    });

    it('is immutable when no admin is published', async () => {
      expect(await failed(null)).toEqual(['admin']);
      facts.info.admin = '';
      expect(await failed(null)).toEqual([]);
    });

    it.each<[name: string, change: () => void]>([
      ['creator is the factory', () => (facts.info.creator = ADMIN)],
      ['label', () => (facts.info.label = 'questp campaign-escrow c-1:1')],
      ['data_hash is the published checksum', () => (facts.data_hash = 'ab'.repeat(32))],
      ['admin', () => (facts.info.admin = FACTORY)],
      ["the factory's campaign: escrow", () => (facts.entry.escrow = ADMIN)],
      ["the factory's campaign: funding attempt", () => (facts.entry.funding_attempt = 3)],
      ['phase is one of the ten', () => (facts.status.phase = 'done')],
      ['paused is true while paused_until is known', () => (facts.status.paused = true)],
      ['balance covers funded_total', () => (facts.status.balance = '99')],
    ])('fails the check "%s" alone', async (name, change) => {
      change();
      expect(await failed()).toEqual([name]);
    });

    it('fails when its address is not the one of its campaign', async () => {
      facts.status.campaign_id = 'c-1';
      facts.status.funding_attempt = 1;
      expect(await failed()).toContain('address by Instantiate2');
    });

    it('need not hold all its funds once payouts began', async () => {
      Object.assign(facts.status, { phase: 'distributing', balance: '0' });
      expect(await failed()).toEqual([]);
    });

    it('cannot be checked when the node does not know it, and the answer says why', async () => {
      const claim = { rest, escrow: ADMIN, factory: FACTORY, checksum: CHECKSUM, admin: null };
      await expect(verifyEscrow(claim)).rejects.toThrow(new RegExp(`${ADMIN} answers 500: .*refused`));
      await expect(verifyEscrow({ ...claim, rest: 'http://127.0.0.1:1' })).rejects.toThrow(RestError);
    });
  });

  describe('an allocation checked from a node', () => {
    it('is read page by page', async () => {
      expect(await fetchAllocation(rest, ESCROW)).toEqual(WEIGHTS);
    });

    it('agrees with the hash stored at finalize and with the published file', async () => {
      const checks = await verifyAllocation(rest, ESCROW, WEIGHTS);
      expect(checks.map(({ ok }) => ok)).toEqual([true, true]);
    });

    it('disagrees with a file that pays somebody more', async () => {
      const other = WEIGHTS.map((entry, i) => (i === 7 ? { ...entry, weight: entry.weight + 1n } : entry));
      const checks = await verifyAllocation(rest, ESCROW, other);
      expect(checks.map(({ ok }) => ok)).toEqual([true, false]);
    });

    it('has nothing to compare before finalize', async () => {
      facts.status.finalized = null;
      expect(await verifyAllocation(rest, ESCROW, WEIGHTS)).toEqual([]);
    });
  });
});
