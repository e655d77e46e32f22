import { predictEscrowAddress } from '@questp/escrow-client';
import {
  attributes,
  coins,
  LIMITS,
  otherEscrowCode,
  outcome,
  publicKey,
  STRANGER,
  TestFactory,
} from './testing/test-factory.fixture.js';

const DAY_SECS = 86_400;
const HEX = 'ab'.repeat(32);

/** A key of the right form, on the curve or not: 02, then x. */
const compressed = (x: number): string => Buffer.alloc(33).fill(2, 0, 1).fill(x, 32).toString('base64');

describe('the configuration', () => {
  const factory = new TestFactory();
  const { chain, owner, alice } = factory;
  const fresh = chain.snapshot();
  beforeEach(() => chain.restore(fresh));

  const create = (changes: object): string => outcome(factory.instantiate(changes));
  const update = (changes: object, sender = owner): string =>
    outcome(factory.execute(sender, { update_config: changes }));
  const config = (): object => factory.query({ config: {} });
  const unchanged = config();

  it('equals the message of the creation', () => {
    expect(unchanged).toEqual({ ...factory.config(), paused_until: null, global_pause: null });
  });

  it('is refused with coins attached', () => {
    expect(outcome(factory.instantiate({}, coins(1n)))).toBe('funds_not_accepted');
  });

  it.each(['owner', 'operator', 'pauser', 'guardian', 'treasury', 'escrow_admin'])(
    'checks the address of %s',
    (role) => {
      expect(create({ [role]: 'nobody' })).toBe('invalid_address');
      expect(create({ [role]: alice.toUpperCase() })).toBe('invalid_address');
    },
  );

  /** Values on both sides of every bound of spec 2.2, for instantiation and update alike. */
  const BOUNDS: [field: string, value: unknown, expected: string][] = [
    ['max_fee_bps', 1000, 'ok'],
    ['max_fee_bps', 1001, 'invalid_config'],
    ['ticket_signer', publicKey(STRANGER), 'ok'],
    ['ticket_signer', compressed(1), 'ok'],
    // y^2 = x^3 + 7 has no solution for x = 5: no signature can match such a key.
    ['ticket_signer', compressed(5), 'invalid_config'],
    ['ticket_signer', Buffer.alloc(33, 0xff).fill(2, 0, 1).toString('base64'), 'invalid_config'],
    ['ticket_signer', Buffer.alloc(33, 4).toString('base64'), 'invalid_config'],
    ['ticket_signer', Buffer.alloc(32, 2).toString('base64'), 'invalid_config'],
    ['ticket_signer', Buffer.alloc(65, 4).toString('base64'), 'invalid_config'],
    ['ticket_signer', '', 'invalid_config'],
    ['escrow_code_id', 99, 'unknown_code'],
    ['cw20_code_checksums', Array.from({ length: 20 }, (_, i) => String(i).padStart(64, '0')), 'ok'],
    ['cw20_code_checksums', Array.from({ length: 21 }, (_, i) => String(i).padStart(64, '0')), 'invalid_config'],
    ['cw20_code_checksums', [HEX, HEX], 'invalid_config'],
    ['cw20_code_checksums', [HEX.toUpperCase()], 'invalid_config'],
    ['cw20_code_checksums', [HEX.slice(2)], 'invalid_config'],
    ...limit('max_challenge_secs', 7 * DAY_SECS),
    ...limit('max_commit_window_secs', 90 * DAY_SECS),
    ...limit('min_recommit_secs', 14 * DAY_SECS),
    ...limit('max_claim_window_secs', 365 * DAY_SECS),
    ...limit('dispute_timeout_secs', 14 * DAY_SECS),
    ...limit('max_pause_secs', 7 * DAY_SECS),
    ...limit('max_commit_batch', 2000),
    ...limit('max_distribute_batch', 1000),
    ['limits', { ...LIMITS, max_commit_batch: 0 }, 'invalid_config'],
    ['limits', { ...LIMITS, max_distribute_batch: 0 }, 'invalid_config'],
    ['limits', { ...LIMITS, min_challenge_secs: LIMITS.max_challenge_secs + 1 }, 'invalid_config'],
    ['limits', { ...LIMITS, min_commit_window_secs: LIMITS.max_commit_window_secs + 1 }, 'invalid_config'],
    ['limits', { ...LIMITS, min_claim_window_secs: LIMITS.max_claim_window_secs + 1 }, 'invalid_config'],
    ['limits', { ...LIMITS, min_challenge_secs: LIMITS.max_challenge_secs }, 'ok'],
    ['limits', { ...LIMITS, min_challenge_secs: 0 }, 'invalid_config'],
    ['limits', { ...LIMITS, min_challenge_secs: 1, min_commit_window_secs: 0, min_claim_window_secs: 1 }, 'ok'],
    ['limits', { ...LIMITS, min_claim_window_secs: 0 }, 'invalid_config'],
  ];

  it.each(BOUNDS.map(([field, value, expected]) => ({ field, value, expected })))(
    '$field: $value is $expected',
    ({ field, value, expected }) => {
      expect(create({ [field]: value })).toBe(expected);
      expect(update({ [field]: value })).toBe(expected);
      expect(config()).toEqual(expected === 'ok' ? { ...unchanged, [field]: value } : unchanged);
    },
  );

  it('an update changes the named fields only', () => {
    const changes = {
      operator: alice,
      pauser: alice,
      guardian: alice,
      treasury: alice,
      ticket_signer: publicKey(STRANGER),
      max_fee_bps: 7,
      limits: { ...LIMITS, max_commit_batch: 5 },
      cw20_code_checksums: [HEX],
    };
    for (const [field, value] of Object.entries(changes)) {
      chain.restore(fresh);
      expect(update({ [field]: value })).toBe('ok');
      expect(config()).toEqual({ ...unchanged, [field]: value });
    }
  });

  it('sets and clears the admin of new escrows', () => {
    expect(update({ escrow_admin: { set: alice } })).toBe('ok');
    expect(config()).toMatchObject({ escrow_admin: alice });
    expect(update({ max_fee_bps: 1, escrow_admin: null })).toBe('ok');
    expect(config()).toMatchObject({ escrow_admin: alice });
    expect(update({ escrow_admin: { clear: {} } })).toBe('ok');
    expect(config()).toMatchObject({ escrow_admin: null });
    expect(update({ escrow_admin: { set: 'nobody' } })).toBe('invalid_address');
  });

  it('is changed by the owner only', () => {
    for (const sender of [alice, factory.operator, factory.pauser, factory.guardian, factory.treasury]) {
      expect(update({ max_fee_bps: 1 }, sender)).toBe('unauthorized');
    }
  });

  it('an empty update is refused', () => {
    expect(update({})).toBe('nothing_to_update');
    expect(update({ operator: null, limits: null })).toBe('nothing_to_update');
  });

  it('an update with one invalid field changes nothing', () => {
    expect(update({ operator: alice, max_fee_bps: 1001 })).toBe('invalid_config');
    expect(config()).toEqual(unchanged);
  });

  it('an update emits the changed fields', () => {
    const update_config = { treasury: alice, escrow_admin: { clear: {} }, max_fee_bps: 9, cw20_code_checksums: [HEX] };
    expect(attributes(factory.execute(owner, { update_config }), factory.address)).toEqual({
      action: 'update_config',
      treasury: alice,
      escrow_admin: 'none',
      max_fee_bps: '9',
      cw20_code_checksums: '1',
    });
  });

  it('determines the code of new escrows, and with it their address', () => {
    const { codeId, checksum } = chain.storeCode(otherEscrowCode);
    expect(update({ escrow_code_id: codeId })).toBe('ok');
    expect(outcome(factory.create())).toBe('stale_escrow_code');
    expect(outcome(factory.create({ escrow_code_id: codeId }))).toBe('ok');
    const { escrow } = factory.query<{ escrow: string }>({ campaign: { campaign_id: 'spring-sale' } });
    const attempt = { campaignId: 'spring-sale', fundingAttempt: 1 };
    expect(escrow).toBe(predictEscrowAddress({ factory: factory.address, checksum, ...attempt }));
    expect(chain.contractInfo(escrow)).toMatchObject({ codeId });
  });

  it('stores roles and pause in the record that escrows read', () => {
    const text8 = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
    const roles = [factory.operator, factory.pauser, factory.guardian, factory.treasury].map(text8);
    expect(outcome(factory.execute(owner, { pause: { until: String(chain.time + 5n) } }))).toBe('ok');
    const pause = Buffer.alloc(41);
    pause.writeBigUInt64LE(chain.time, 0);
    pause.writeBigUInt64LE(chain.time + 5n, 8);
    pause.writeUInt8(2, 16);
    const record = chain.rawQuery(factory.address, Buffer.from('shared'));
    expect(Buffer.from(record ?? [])).toEqual(Buffer.concat([Buffer.of(1), ...roles, pause]));
  });
});

/** The bound itself is allowed, one more is not. */
function limit(field: keyof typeof LIMITS, bound: number): [string, unknown, string][] {
  return [
    ['limits', { ...LIMITS, [field]: bound }, 'ok'],
    ['limits', { ...LIMITS, [field]: bound + 1 }, 'invalid_config'],
  ];
}
