import { readFile } from 'node:fs/promises';
import { allocationFile, allocationSha256, readAllocationFile } from '@questp/escrow-client';
import { activeBundle, completedBundle, OWNER, type RightBundle, testAddress, TREASURY } from '../testing/bundles.js';
import { readBundle } from '../bundle/bundle.js';
import { type Outcome } from './check.js';
import { RELEASES } from './releases.js';
import { incompleteness } from './incomplete.js';
import { verdict, verify } from './verify.js';

const namesOf = (outcome: Outcome, bundle: RightBundle, releases = RELEASES) =>
  verify(bundle, releases)
    .filter((check) => check.outcome === outcome)
    .map(({ name }) => name);

const STRANGER = testAddress(99);
const OTHER_HASH = 'ab'.repeat(32);

/** The entry that is never paid. */
const skipped = ({ allocations }: RightBundle) => {
  const entry = allocations.value.find(({ status }) => status === 'skipped');
  if (!entry) throw new Error('The bundle has no skipped entry');
  return entry;
};

const change = (bundle: RightBundle, part: 'status' | 'config' | 'contract' | 'campaign', members: object) =>
  Object.assign(bundle[part].value, members);

const finalized = ({ status }: RightBundle) => {
  if (!status.value.finalized) throw new Error('The bundle is not finalized');
  return status.value.finalized;
};

describe('the checks', () => {
  it('all agree for a completed campaign as published', () => {
    const checks = verify(completedBundle());
    expect(checks.filter(({ outcome }) => outcome !== 'agrees')).toEqual([
      expect.objectContaining({ name: "the factory's pause holds in the escrow", outcome: 'later' }),
    ]);
    expect(verdict(checks)).toBe('agrees');
  });

  it('are reported as later when they apply only after finalize', () => {
    const checks = verify(activeBundle());
    expect(verdict(checks)).toBe('agrees');
    expect(checks.filter(({ outcome }) => outcome === 'later').length).toBeGreaterThan(8);
  });

  it('agree without a published file before finalize', () => {
    expect(verdict(verify({ ...activeBundle(), file: { error: 'answers 404' } }))).toBe('agrees');
    expect(verdict(verify({ ...completedBundle(), file: { error: 'answers 404' } }))).toBe('unchecked');
  });

  // Each row changes one value, or a few that a consistent lie would change together, and turns one check red.
  it.each<[name: string, change: (bundle: RightBundle) => unknown]>([
    ['chain id', (bundle) => (bundle.chain.value.chain_id = 'testing-2')],
    ['campaign id', (bundle) => (bundle.claim.campaignId = 'c-2')],
    ['creator is the factory', (bundle) => change(bundle, 'contract', { creator: STRANGER })],
    ['the escrow names the factory', (bundle) => change(bundle, 'config', { factory: STRANGER })],
    ['label', (bundle) => change(bundle, 'contract', { label: 'questp campaign-escrow c-1:1' })],
    ['data_hash is the published checksum', (bundle) => (bundle.claim.checksum = OTHER_HASH)],
    ['data_hash of the factory is that of a released factory', (bundle) => (bundle.factoryDataHash.value = OTHER_HASH)],
    ['code_id is the one at creation', (bundle) => change(bundle, 'contract', { code_id: '8' })],
    ['admin', (bundle) => change(bundle, 'contract', { admin: STRANGER })],
    ['address by Instantiate2', (bundle) => (bundle.createdDataHash.value = OTHER_HASH)],
    ["the factory's campaign: escrow", (bundle) => change(bundle, 'campaign', { escrow: STRANGER })],
    ["the factory's campaign: funding attempt", (bundle) => change(bundle, 'campaign', { funding_attempt: 3 })],
    ['paused is true while paused_until is known', (bundle) => change(bundle, 'status', { paused: true })],
    [
      "the factory's pause holds in the escrow",
      (bundle) => (bundle.pause.value = { paused: true, paused_until: '9000000000' }),
    ],
    ['deadlines are moved by the paused time', (bundle) => change(bundle, 'status', { frozen_secs: 7 })],
    ['balance covers what is owed', (bundle) => change(bundle, 'status', { balance: '448999' })],
    ['entry_count is the number of entries on the chain', (bundle) => change(bundle, 'status', { entry_count: 5 })],
    [
      'total_points is the sum of the entries on the chain',
      (bundle) => change(bundle, 'status', { total_points: '949999' }),
    ],
    ['allocation_sha256 is that of the entries on the chain', (bundle) => (skipped(bundle).address = STRANGER)],
    [
      'the published file is an allocation with its own sha256',
      (bundle) => (bundle.file.value = { ...(bundle.file.value as object), sha256: OTHER_HASH }),
    ],
    [
      'allocation_sha256 is that of the published file',
      (bundle) => {
        const [first, ...others] = readAllocationFile(bundle.file.value);
        bundle.file.value = allocationFile(first ? [{ ...first, weight: first.weight + 1n }, ...others] : []);
      },
    ],
    ['amounts of the pool follow from its terms', (bundle) => (finalized(bundle).cap = '949999')],
    ['each amount follows from its points', (bundle) => (bundle.config.value.parameters.min_payout = '2')],
    [
      'each amount is the planned payout',
      (bundle) => {
        for (const entry of bundle.allocations.value) entry.points = String(BigInt(entry.points) * 2n);
        const doubled = bundle.allocations.value.map(({ address, points }) => ({
          ...{ address, weight: BigInt(points), dp: 1n },
        }));
        bundle.status.value.total_points = '1900000';
        finalized(bundle).allocation_sha256 = allocationSha256(doubled);
        bundle.file.value = allocationFile(doubled);
      },
    ],
    ['paid_count and paid_total', (bundle) => change(bundle, 'status', { paid_count: 3 })],
    ['skipped_count and skipped_total', (bundle) => change(bundle, 'status', { skipped_total: '2' })],
    ['failed_count and failed_outstanding', (bundle) => change(bundle, 'status', { failed_outstanding: '448999' })],
    [
      'fee_paid is not more than the fee on payouts',
      (bundle) => change(bundle, 'status', { fee_paid: '50000', refunded_total: '3' }),
    ],
    [
      'each payout is one transfer',
      ({ transfers }) =>
        (transfers.value[0] = { ...(transfers.value[0] as (typeof transfers.value)[0]), recipient: OWNER }),
    ],
    [
      'everything else went to the owner or the treasury',
      ({ transfers }) =>
        (transfers.value[3] = { ...(transfers.value[3] as (typeof transfers.value)[0]), recipient: STRANGER }),
    ],
    [
      'transfers sum to paid_total, fee_paid and refunded_total',
      (bundle) => change(bundle, 'status', { refunded_total: '5' }),
    ],
  ])('a single wrong value fails the check "%s" alone', (name, wrong) => {
    const bundle = completedBundle();
    wrong(bundle);
    expect(namesOf('differs', bundle)).toEqual([name]);
    expect(verdict(verify(bundle))).toBe('differs');
  });

  describe('of a fee that the treasury received later, after the factory changed its treasury', () => {
    const [SECOND, THIRD] = [testAddress(61), testAddress(62)];
    const paidTo = (recipient: string, height: string) => {
      const bundle = completedBundle();
      const fee = bundle.transfers.value.find((transfer) => transfer.recipient === TREASURY);
      Object.assign(fee ?? {}, { recipient, height });
      bundle.treasuries.value = [
        { height: '80', address: SECOND },
        { height: '95', address: THIRD },
      ];
      bundle.config.value.roles = { treasury: testAddress(63) };
      return namesOf('differs', bundle);
    };

    it.each([
      ['the treasury of the allocation, at any height', TREASURY, '200'],
      ['the treasury of that height', SECOND, '81'],
      ['the treasury of the block before a change', SECOND, '95'],
      ['the treasury that the same block set', THIRD, '95'],
    ])('agree with %s', (_case, recipient, height) => expect(paidTo(recipient, height)).toEqual([]));

    it.each([
      ['a treasury before it is set', SECOND, '79'],
      ['a treasury that was replaced before', SECOND, '96'],
    ])('differ with %s', (_case, recipient, height) =>
      expect(paidTo(recipient, height)).toEqual(['everything else went to the owner or the treasury']),
    );
  });

  it('fail for an unknown phase', () => {
    const bundle = activeBundle();
    bundle.status.value.phase = 'done';
    expect(namesOf('differs', bundle)).toEqual(['phase is one of the ten']);
  });

  it('fail for code that was never released', () => {
    const releases = RELEASES.map((release) => ({ ...release, escrow: OTHER_HASH }));
    expect(namesOf('differs', completedBundle(), releases)).toEqual(['data_hash is that of a released escrow']);
  });

  it('fail for code other than published, in every check that depends on the code', () => {
    const bundle = completedBundle();
    bundle.dataHash.value = OTHER_HASH;
    bundle.createdDataHash.value = OTHER_HASH;
    expect(namesOf('differs', bundle)).toEqual([
      'data_hash is the published checksum',
      'data_hash is that of a released escrow',
      'address by Instantiate2',
    ]);
  });

  it.each<[why: string, change: (bundle: RightBundle) => void]>([
    ['twice', ({ transfers }) => transfers.value.push(...transfers.value.slice(0, 1))],
    ['not at all', ({ transfers }) => transfers.value.shift()],
    [
      'although it failed',
      ({ allocations, transfers }) => {
        const failed = allocations.value.find(({ status }) => status === 'failed');
        transfers.value.push({ tx: 'C'.repeat(64), height: '92', recipient: failed?.address ?? '', amount: '449000' });
      },
    ],
  ])('fail for an entry that was paid %s', (_why, wrong) => {
    const bundle = completedBundle();
    wrong(bundle);
    expect(namesOf('differs', bundle)).toEqual([
      'each payout is one transfer',
      'transfers sum to paid_total, fee_paid and refunded_total',
    ]);
  });

  describe('with a node that does not find the creation of the escrow', () => {
    const forgetful = (change: (bundle: RightBundle) => void = () => undefined) => {
      const bundle = completedBundle();
      bundle.history.value = { escrow: false, factory: false };
      change(bundle);
      return bundle;
    };

    it('agree when every transfer is found', () => {
      expect(verdict(verify(forgetful()))).toBe('agrees');
    });

    it.each<[what: string, change: (bundle: RightBundle) => unknown]>([
      ['one transfer', ({ transfers }) => transfers.value.shift()],
      ['every transfer', ({ transfers }) => (transfers.value = [])],
    ])('are unchecked instead of failed in the absence of %s', (_what, lose) => {
      const bundle = forgetful(lose);
      expect(namesOf('differs', bundle)).toEqual([]);
      expect(namesOf('unchecked', bundle)).toEqual([
        'each payout is one transfer',
        'transfers sum to paid_total, fee_paid and refunded_total',
      ]);
      expect(incompleteness(verify(bundle))).toContainEqual({
        missing: expect.stringContaining('does not find the transaction that created the escrow') as string,
        try: expect.stringContaining('archive') as string,
      });
    });

    it('are unchecked for a fee that may have gone to an earlier treasury', () => {
      const pay = (amount: string) => (bundle: RightBundle) => {
        const fee = bundle.transfers.value.find(({ recipient }) => recipient === TREASURY);
        Object.assign(fee ?? {}, { recipient: STRANGER, amount });
      };
      const name = 'everything else went to the owner or the treasury';
      expect(namesOf('unchecked', forgetful(pay('49999')))).toEqual([name]);
      expect(namesOf('differs', forgetful(pay('50000')))).toContain(name);
      const known = forgetful(pay('49999'));
      known.history.value.factory = true;
      expect(namesOf('differs', known)).toEqual([name]);
    });

    it.each<[what: string, change: (bundle: RightBundle) => void, name: string]>([
      [
        'another amount',
        ({ transfers }) => Object.assign(transfers.value[0] ?? {}, { amount: '1' }),
        'each payout is one transfer',
      ],
      [
        'a second payout',
        ({ transfers }) => transfers.value.push(...transfers.value.slice(0, 1)),
        'each payout is one transfer',
      ],
      ['another label', (bundle) => change(bundle, 'contract', { label: 'another' }), 'label'],
      [
        'more than was counted',
        (bundle) => change(bundle, 'status', { refunded_total: '3' }),
        'transfers sum to paid_total, fee_paid and refunded_total',
      ],
    ])('fail for a transfer that is found and wrong: %s', (_what, wrong, name) => {
      expect(namesOf('differs', forgetful(wrong))).toContain(name);
    });

    it('have the same results for a bundle of an earlier version without the member history', () => {
      const earlier = forgetful(({ transfers }) => transfers.value.shift());
      expect(verdict(verify({ ...earlier, history: undefined }))).toBe('unchecked');
    });
  });

  it('agree for a reserve that lapsed and was swept', () => {
    const bundle = completedBundle();
    for (const entry of bundle.allocations.value) if (entry.status === 'failed') entry.status = 'expired';
    change(bundle, 'status', { failed_count: 0, failed_outstanding: '0', balance: '0', refunded_total: '449004' });
    bundle.transfers.value.push({ tx: 'C'.repeat(64), height: '95', recipient: OWNER, amount: '449000' });
    expect(namesOf('differs', bundle)).toEqual([]);
  });

  it.each<[why: string, change: (bundle: RightBundle) => void, names: string[]]>([
    ['the node is behind', ({ chain }) => (chain.value.time = '2026-11-26T07:40:00Z'), ['the latest block is recent']],
    ['the time is none', ({ chain }) => (chain.value.time = 'yesterday'), ['the latest block is recent']],
    ['no checksum is published', ({ claim }) => delete claim.checksum, ['data_hash is the published checksum']],
    ['no admin is published', ({ claim }) => delete claim.admin, ['admin']],
    ['the balance cannot be read', ({ status }) => (status.value.balance = null), ['balance covers what is owed']],
    [
      'the file cannot be read',
      (bundle) => Object.assign(bundle, { file: { error: 'refused' } }),
      ['the published file is an allocation with its own sha256', 'allocation_sha256 is that of the published file'],
    ],
  ])('name the checks that could not be made: %s', (_why, lose, names) => {
    const bundle = completedBundle();
    lose(bundle);
    expect(namesOf('unchecked', bundle)).toEqual(names);
    expect(namesOf('differs', bundle)).toEqual([]);
    expect(verdict(verify(bundle))).toBe('unchecked');
  });

  it('shorten texts of the node and replace their control characters', () => {
    const bundle = completedBundle();
    change(bundle, 'contract', { label: `\u001b[2J\u202e${'x'.repeat(1_000)}` });
    const { actual = '' } = verify(bundle).find(({ name }) => name === 'label') ?? {};
    expect(actual).toMatch(/^\?\[2J\?x+$/);
    expect(actual.length).toBeLessThanOrEqual(400);
  });

  it('use the releases in contracts/artifacts, the newest first', async () => {
    const releaseIn = async (folder: string) => {
      const file = new URL(`../../../../contracts/artifacts/${folder}checksums.txt`, import.meta.url);
      const checksums = await readFile(file, 'utf8');
      const of = (wasm: string) => new RegExp(`^([0-9a-f]{64})  ${wasm}\\.wasm$`, 'm').exec(checksums)?.[1];
      return { factory: of('factory'), escrow: of('escrow') };
    };
    expect(RELEASES).toEqual(await Promise.all(['', 'earlier/2/', 'earlier/1/'].map(releaseIn)));
  });
});

describe('a saved bundle', () => {
  it('gives the same checks after it is saved and read', () => {
    const bundle = completedBundle();
    expect(verify(readBundle(JSON.parse(JSON.stringify(bundle))))).toEqual(verify(bundle));
    const lost = { ...bundle, transfers: { error: 'no index' } };
    expect(readBundle(JSON.parse(JSON.stringify(lost))).transfers).toEqual({ error: 'no index' });
  });

  it.each<[why: string, change: (bundle: RightBundle) => unknown, message: string]>([
    ['another schema', (bundle) => ({ ...bundle, schema: 'svc.escrow.bundle/v2' }), 'schema is not one of'],
    ['a number as an amount', (bundle) => change(bundle, 'status', { balance: 5 }) && bundle, 'status.value.balance'],
    [
      'an address with a wrong checksum',
      (bundle) => change(bundle, 'config', { owner: 'wasm1q' }) && bundle,
      'config.value.owner',
    ],
    ['no part', (bundle) => ({ ...bundle, transfers: undefined }), 'transfers is not an object'],
    ['a list', () => [], 'is not an object'],
    ['nothing', () => null, 'is not an object'],
  ])('is refused with %s', (_why, wrong, message) => {
    expect(() => readBundle(wrong(completedBundle()))).toThrow(message);
  });
});
