import { ESCROW_CHAIN, ESCROW, NOW_MS, OTHER_CONTRACT, OWNER, SIGNED_TICKET } from '../testing/escrow-chain.fixture.js';
import { refusedFields } from './ticket-rules.js';

const DAY_MS = 86_400_000;
const at = (ms: number) => `${ms}000000`;
const refused = (change: object, chain = ESCROW_CHAIN) => refusedFields({ ...SIGNED_TICKET, ...change }, chain, NOW_MS);

describe('the ticket key', () => {
  it.each([
    ['a ticket of this deployment', {}],
    ['one for a token', { asset: { cw20: { address: ESCROW } } }],
    ['one of a later attempt', { funding_attempt: 2 ** 32 - 1 }],
    ['one with the widest terms', { max_share_bps: 10_000, min_payout: '1000000', claim_window_secs: 365 * 86_400 }],
    ['one that expires in a day', { expires_at: at(NOW_MS + DAY_MS) }],
  ])('signs %s', (_, change) => {
    expect(refused(change)).toEqual([]);
  });

  it('signs the admin of the deployment', () => {
    const chain = { ...ESCROW_CHAIN, escrow: { ...ESCROW_CHAIN.escrow, admin: OTHER_CONTRACT } };
    expect(refused({ escrow_admin: OTHER_CONTRACT }, chain)).toEqual([]);
    expect(refused({ escrow_admin: null }, chain)).toEqual(['escrow_admin']);
  });

  it.each([
    ['v', 3],
    ['chain_id', 'questp-local-2'],
    ['factory', OTHER_CONTRACT],
    ['campaign_id', 'spring-sale'],
    ['funding_attempt', 0],
    ['owner', ESCROW],
    ['owner', OWNER.toUpperCase()],
    ['owner', OWNER.replace('wasm', 'cosmos')],
    ['asset', { native: { denom: '' } }],
    ['asset', { native: { denom: 'u stake' } }],
    ['asset', { cw20: { address: OWNER } }],
    ['min_funding', '0'],
    ['ends_at', at(NOW_MS)],
    ['fee_bps', 0],
    ['fee_bps', 251],
    ['min_payout', '1000001'],
    ['max_share_bps', 0],
    ['max_share_bps', 10_001],
    ['challenge_secs', 0],
    ['challenge_secs', 7 * 86_400 + 1],
    ['commit_window_secs', 0],
    ['commit_window_secs', 90 * 86_400 + 1],
    ['claim_window_secs', 0],
    ['claim_window_secs', 365 * 86_400 + 1],
    ['escrow_code_id', 3],
    ['escrow_admin', OWNER],
    ['expires_at', at(NOW_MS)],
    ['expires_at', at(NOW_MS + DAY_MS + 1)],
  ])('the ticket key does not sign a ticket with %s %j', (field, value) => {
    expect(refused({ [field]: value })).toContain(field);
  });

  it('the ticket key does not sign a ticket that starts at its end', () => {
    expect(refused({ starts_at: SIGNED_TICKET.ends_at })).toEqual(['starts_at']);
  });
});
