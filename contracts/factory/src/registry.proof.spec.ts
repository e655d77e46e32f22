import { type CampaignEntry, type EscrowStatusResponse } from '@questp/message-schema';
import { attributes, coins, outcome, TestFactory } from './testing/test-factory.fixture.js';

describe('the registry', () => {
  const factory = new TestFactory();
  const { chain, alice, bob } = factory;
  const fresh = chain.snapshot();
  beforeEach(() => chain.restore(fresh));

  const latest = (campaign_id: string): CampaignEntry => factory.query({ campaign: { campaign_id } });
  const attempts = (page: object = {}): number[] =>
    factory
      .query<{ attempts: CampaignEntry[] }>({ campaign_attempts: { campaign_id: 'spring-sale', ...page } })
      .attempts.map((entry) => entry.funding_attempt);
  const ids = (query: object): string[] =>
    factory.query<{ campaigns: CampaignEntry[] }>(query).campaigns.map((entry) => entry.campaign_id);
  const owned = (owner: string, page: object = {}): string[] => ids({ campaigns_by_owner: { owner, ...page } });
  const cancel = (owner = alice): void => {
    expect(outcome(chain.execute(owner, latest('spring-sale').escrow, { cancel: {} }))).toBe('ok');
  };
  const create = (campaign_id: string, owner = alice): void => {
    expect(outcome(factory.create({ campaign_id, owner }, { sender: owner }))).toBe('ok');
  };

  it('returns campaign_not_found for an unknown campaign', () => {
    expect(() => latest('none')).toThrow('campaign_not_found');
    expect(attempts()).toEqual([]);
    expect(ids({ campaigns: {} })).toEqual([]);
  });

  it('accepts ids and owners of any length in queries', () => {
    for (const name of ['a'.repeat(64), 'b']) create(name);
    const endless = (letter: string): string => letter.repeat(100_000);
    expect(() => latest(endless('a'))).toThrow('campaign_not_found');
    expect(factory.query({ campaign_attempts: { campaign_id: endless('a') } })).toEqual({ attempts: [] });
    expect(ids({ campaigns: { start_after: endless('a') } })).toEqual(['b']);
    expect(ids({ campaigns: { start_after: 'a'.repeat(63) } })).toEqual(['a'.repeat(64), 'b']);
    expect(ids({ campaigns: { start_after: endless('c') } })).toEqual([]);
    expect(owned(alice, { start_after: endless('a') })).toEqual(['b']);
    expect(() => owned(endless('a'))).toThrow('invalid_message');
    const sync = { sync_campaign_owner: { campaign_id: endless('a') } };
    expect(outcome(factory.execute(alice, sync))).toBe('campaign_not_found');
  });

  it('accepts attempt n + 1 once attempt n is cancelled, and keeps every attempt', () => {
    create('spring-sale');
    const first = latest('spring-sale');
    expect(outcome(factory.create({ funding_attempt: 2 }))).toBe('funding_attempt_refused');
    cancel();
    for (const funding_attempt of [1, 3]) {
      expect(outcome(factory.create({ funding_attempt }))).toBe('funding_attempt_refused');
    }
    expect(outcome(factory.create({ funding_attempt: 2 }))).toBe('ok');
    expect(latest('spring-sale')).toMatchObject({ funding_attempt: 2 });
    expect(latest('spring-sale').escrow).not.toBe(first.escrow);
    cancel();
    expect(outcome(factory.create({ funding_attempt: 3 }))).toBe('ok');
    const { attempts: all } = factory.query<{ attempts: CampaignEntry[] }>({
      campaign_attempts: { campaign_id: 'spring-sale' },
    });
    expect(all.map((entry) => entry.funding_attempt)).toEqual([1, 2, 3]);
    expect(all[0]).toEqual(first);
    expect(all[2]).toEqual(latest('spring-sale'));
  });

  it('accepts the next attempt after the guardian cancelled an expired one, reclaimed or not', () => {
    create('spring-sale');
    for (const [index, isReclaimed] of [false, true].entries()) {
      const { escrow } = latest('spring-sale');
      const { deadlines } = chain.query<EscrowStatusResponse>(escrow, { status: {} });
      chain.setTime(BigInt(deadlines.commit_deadline));
      const next = { funding_attempt: index + 2 };
      if (isReclaimed) expect(outcome(chain.execute(bob, escrow, { reclaim_expired: {} }))).toBe('ok');
      expect(outcome(factory.create(next))).toBe('funding_attempt_refused');
      expect(outcome(chain.execute(factory.guardian, escrow, { cancel: {} }))).toBe('ok');
      expect(outcome(factory.create(next))).toBe('ok');
    }
    expect(attempts()).toEqual([1, 2, 3]);
  });

  it('pages attempts up to the latest', () => {
    create('spring-sale');
    for (const funding_attempt of [2, 3]) {
      cancel();
      expect(outcome(factory.create({ funding_attempt }))).toBe('ok');
    }
    expect(attempts({ limit: 2 })).toEqual([1, 2]);
    expect(attempts({ start_after: 1, limit: 2 })).toEqual([2, 3]);
    expect(attempts({ start_after: 2 })).toEqual([3]);
    expect(attempts({ start_after: 3 })).toEqual([]);
    expect(attempts({ start_after: 2 ** 32 - 1 })).toEqual([]);
  });

  it('pages campaigns in byte order of their ids, 30 by default, 100 at most and 1 at least', () => {
    const names = Array.from({ length: 101 }, (_, i) => `c${i}`).sort();
    for (const name of names) create(name);
    expect(ids({ campaigns: {} })).toEqual(names.slice(0, 30));
    expect(ids({ campaigns: { limit: 0 } })).toEqual(names.slice(0, 1));
    expect(ids({ campaigns: { limit: 1000 } })).toEqual(names.slice(0, 100));
    expect(ids({ campaigns: { start_after: names[99], limit: 5 } })).toEqual(names.slice(100));
    expect(ids({ campaigns: { start_after: 'c5', limit: 2 } })).toEqual(['c50', 'c51']);
  });

  it('separates ids and owners that are prefixes of one another', () => {
    for (const name of ['a', 'a-b', 'aa', 'b']) create(name);
    create('aaa', bob);
    expect(ids({ campaigns: {} })).toEqual(['a', 'a-b', 'aa', 'aaa', 'b']);
    expect(owned(alice)).toEqual(['a', 'a-b', 'aa', 'b']);
    expect(owned(alice, { start_after: 'a', limit: 2 })).toEqual(['a-b', 'aa']);
    expect(owned(bob)).toEqual(['aaa']);
    expect(owned(factory.owner)).toEqual([]);
  });

  it('lists a campaign under the owner of its latest attempt', () => {
    create('spring-sale');
    cancel();
    const change = { funding_attempt: 2, owner: bob };
    expect(outcome(factory.create(change, { sender: bob, funds: coins(1_000_000n) }))).toBe('ok');
    expect(owned(alice)).toEqual([]);
    expect(owned(bob)).toEqual(['spring-sale']);
    expect(attempts()).toEqual([1, 2]);
  });

  describe('after an escrow changed hands', () => {
    const sync = () => factory.execute(factory.pauser, { sync_campaign_owner: { campaign_id: 'spring-sale' } });

    beforeEach(() => {
      create('spring-sale');
      const { escrow } = latest('spring-sale');
      expect(outcome(chain.execute(alice, escrow, { transfer_ownership: { new_owner: bob } }))).toBe('ok');
    });

    it('has the new owner, because the acceptance syncs', () => {
      expect(outcome(chain.execute(bob, latest('spring-sale').escrow, { accept_ownership: {} }))).toBe('ok');
      expect(latest('spring-sale').owner).toBe(bob);
      expect(owned(alice)).toEqual([]);
      expect(owned(bob)).toEqual(['spring-sale']);
    });

    it('emits the change of a sync, and changes nothing the second time', () => {
      const result = chain.execute(bob, latest('spring-sale').escrow, { accept_ownership: {} });
      const about = { action: 'sync_campaign_owner', campaign_id: 'spring-sale', funding_attempt: '1', owner: bob };
      expect(attributes(result, factory.address)).toEqual({ ...about, effect: 'changed', previous_owner: alice });
      expect(attributes(sync(), factory.address)).toEqual({ ...about, effect: 'none' });
      expect(owned(bob)).toEqual(['spring-sale']);
    });

    it('keeps the owner while the offer is open', () => {
      expect(attributes(sync(), factory.address)).toMatchObject({ owner: alice, effect: 'none' });
    });

    it.each(['nobody', 'WASM1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZQ5T2', 'a'.repeat(256)])(
      'refuses an owner that is not an address: %s',
      (owner) => {
        const admin = new TestFactory({ escrow_admin: factory.pauser });
        const { chain: own } = admin;
        const funds = coins(1_000_000n);
        expect(outcome(admin.create({ escrow_admin: factory.pauser }, { funds }))).toBe('ok');
        const { escrow } = admin.query<{ escrow: string }>({ campaign: { campaign_id: 'spring-sale' } });
        const answer = { owner, pending_owner: null, pending_expiry: null };
        const { codeId } = own.registerNativeContract('ee'.repeat(32), { migrate: () => ({}), query: () => answer });
        expect(own.migrate(admin.pauser, escrow, codeId, {}).ok).toBe(true);
        const result = admin.execute(alice, { sync_campaign_owner: { campaign_id: 'spring-sale' } });
        expect(result).toMatchObject({ ok: false, error: expect.stringContaining('names no owner') as string });
        expect(admin.query({ campaign: { campaign_id: 'spring-sale' } })).toMatchObject({ owner: alice });
      },
    );

    it('refuses to sync an unknown campaign', () => {
      const msg = { sync_campaign_owner: { campaign_id: 'none' } };
      expect(outcome(factory.execute(alice, msg))).toBe('campaign_not_found');
    });
  });
});
