import { type Ticket } from '@questp/message-schema';
import { coins, DAY, LIMITS, outcome, SECOND, TestFactory } from './testing/test-factory.fixture.js';

const YEAR = 365n * DAY;

describe('the bounds of a ticket', () => {
  const factory = new TestFactory();
  const fresh = factory.chain.snapshot();
  beforeEach(() => factory.chain.restore(fresh));
  const now = factory.chain.time;
  const at = (time: bigint): string => String(time);

  const CASES: [title: string, changes: Partial<Ticket>, expected: string][] = [
    ['version 3', { v: 3 }, 'unsupported_ticket_version'],
    ['an expiry a nanosecond away', { expires_at: at(now + 1n) }, 'ok'],
    ['an admin where escrows have none', { escrow_admin: factory.bob }, 'stale_escrow_code'],
    ['an empty campaign id', { campaign_id: '' }, 'invalid_campaign_id'],
    ['a campaign id of 65 characters', { campaign_id: 'a'.repeat(65) }, 'invalid_campaign_id'],
    ['a campaign id with a dot', { campaign_id: 'a.b' }, 'invalid_campaign_id'],
    ['a campaign id with an accent', { campaign_id: 'é' }, 'invalid_campaign_id'],
    ['an end that has come', { starts_at: at(now - DAY), ends_at: at(now) }, 'invalid_schedule'],
    ['an end a nanosecond away', { starts_at: at(now - DAY), ends_at: at(now + 1n) }, 'ok'],
    ['a start 365 days away', { starts_at: at(now + YEAR), ends_at: at(now + YEAR + 1n) }, 'ok'],
    ['a start further away', { starts_at: at(now + YEAR + 1n), ends_at: at(now + YEAR + 2n) }, 'invalid_schedule'],
    ['a duration of 365 days', { starts_at: at(now), ends_at: at(now + YEAR) }, 'ok'],
    ['a longer duration', { starts_at: at(now), ends_at: at(now + YEAR + 1n) }, 'invalid_schedule'],
    ['an end before the start', { starts_at: at(now + 2n), ends_at: at(now + 1n) }, 'invalid_schedule'],
    ['the latest instant there is', { ends_at: at(2n ** 64n - 1n) }, 'invalid_schedule'],
    ['the highest fee', { fee_bps: 1000 }, 'ok'],
    ['no fee', { fee_bps: 0 }, 'ok'],
    ['a share of nothing', { max_share_bps: 0 }, 'invalid_max_share'],
    ['a share of everything', { max_share_bps: 10_000 }, 'ok'],
    ['a minimum payout of 0', { min_payout: '0' }, 'ok'],
    ['a fee no u16 holds', { fee_bps: 65_536 }, 'invalid_ticket'],
    ['an escrow code of 0', { escrow_code_id: 0 }, 'stale_escrow_code'],
    ['another asset', { asset: { native: { denom: 'uother' } } }, 'invalid_funding'],
    ['a token in place of a coin', { asset: { cw20: { address: factory.bob } } }, 'invalid_funding'],
    ['the second attempt of a new campaign', { funding_attempt: 2 }, 'funding_attempt_refused'],
  ];

  it.each(CASES)('%s', (_title, changes, expected) => {
    expect(outcome(factory.create(changes))).toBe(expected);
  });

  it.each([
    ['challenge_secs', LIMITS.min_challenge_secs, LIMITS.max_challenge_secs],
    ['commit_window_secs', LIMITS.min_commit_window_secs, LIMITS.max_commit_window_secs],
    ['claim_window_secs', LIMITS.min_claim_window_secs, LIMITS.max_claim_window_secs],
  ])('%s lies within its limits', (field, least, most) => {
    const outcomes = [least - 1, least, most, most + 1].map((value, i) =>
      outcome(factory.create({ [field]: value, campaign_id: `c${i}` })),
    );
    expect(outcomes).toEqual(['window_out_of_limits', 'ok', 'ok', 'window_out_of_limits']);
  });

  it.each(['challenge_secs', 'claim_window_secs'])(
    '%s is never 0, also with limits of 0 from an earlier release',
    (field) => {
      const key = Buffer.from('config');
      const record = Buffer.from(factory.chain.rawQuery(factory.address, key)!);
      // Eleven limits and an empty list of checksums end the record; the first is the shortest challenge window.
      const limits = record.length - 1 - 11 * 4;
      record.writeUInt32LE(0, limits);
      record.writeUInt32LE(0, limits + 5 * 4);
      factory.chain.rawWrite(factory.address, key, record);
      const allowed = { limits: { min_challenge_secs: 0, min_claim_window_secs: 0 } };
      expect(factory.query({ config: {} })).toMatchObject(allowed);
      expect(outcome(factory.create({ [field]: 0, campaign_id: 'none' }))).toBe('window_out_of_limits');
      expect(outcome(factory.create({ [field]: 1 }))).toBe('ok');
    },
  );

  it.each([
    ['no coin', []],
    ['two coins', [...coins(1n, 'uother'), ...coins(1_000_000n)]],
    ['another coin', coins(1_000_000n, 'uother')],
  ])('refuses %s as the funding', (_title, funds) => {
    factory.chain.bank.mint(factory.alice, 'uother', 1_000_000n);
    expect(outcome(factory.create({}, { funds }))).toBe('invalid_funding');
  });

  it('a ticket is refused at the instant of its expiry, and accepted a nanosecond before', () => {
    const changes = { expires_at: at(now + 10n * SECOND) };
    factory.chain.setTime(now + 10n * SECOND);
    expect(outcome(factory.create(changes))).toBe('ticket_expired');
    factory.chain.restore(fresh);
    factory.chain.setTime(now + 10n * SECOND - 1n);
    expect(outcome(factory.create(changes))).toBe('ok');
  });
});
