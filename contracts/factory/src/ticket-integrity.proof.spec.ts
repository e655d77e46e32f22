import { secp256k1 } from '@noble/curves/secp256k1.js';
import { signTicket } from '@questp/escrow-client';
import { coins, outcome, SIGNER, signText, TestFactory } from './testing/test-factory.fixture.js';

describe('a signed ticket', () => {
  const factory = new TestFactory();
  const fresh = factory.chain.snapshot();
  beforeEach(() => factory.chain.restore(fresh));
  const signed = signTicket(factory.ticket(), SIGNER);
  const ticket = Buffer.from(signed.ticket, 'base64');
  const signature = Buffer.from(signed.signature, 'base64');

  const submit = (ticketBytes: Uint8Array, signatureBytes: Uint8Array): string => {
    const create_campaign = {
      ticket: Buffer.from(ticketBytes).toString('base64'),
      signature: Buffer.from(signatureBytes).toString('base64'),
    };
    return outcome(factory.execute(factory.alice, { create_campaign }, coins(1_000_000n)));
  };
  const flip = (bytes: Uint8Array, bit: number): Uint8Array => {
    const flipped = Uint8Array.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    return flipped;
  };

  it('is refused with any byte changed', () => {
    const outcomes = new Set<string>();
    for (let byte = 0; byte < ticket.length; byte++)
      outcomes.add(submit(flip(ticket, byte * 8 + (byte % 8)), signature));
    expect([...outcomes]).toEqual(['invalid_signature']);
    expect(submit(ticket, signature)).toBe('ok');
  });

  it('is refused with any byte of its signature changed', () => {
    const outcomes = new Set<string>();
    for (let byte = 0; byte < 64; byte++) outcomes.add(submit(ticket, flip(signature, byte * 8 + (byte % 8))));
    expect([...outcomes]).toEqual(['invalid_signature']);
  });

  it('is refused with the high-S form of its signature', () => {
    const s = secp256k1.Point.CURVE().n - BigInt(`0x${signature.subarray(32).toString('hex')}`);
    const twin = Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
    const publicKey = secp256k1.getPublicKey(SIGNER);
    const digest = { prehash: true, lowS: false };
    expect(secp256k1.verify(twin, ticket, publicKey, digest)).toBe(true);
    expect(submit(ticket, twin)).toBe('invalid_signature');
  });

  it.each([0, 63, 65])('is refused with a signature of %i bytes', (length) => {
    expect(submit(ticket, Buffer.concat([signature, signature]).subarray(0, length))).toBe('invalid_signature');
  });

  it('works once', () => {
    expect(submit(ticket, signature)).toBe('ok');
    expect(submit(ticket, signature)).toBe('funding_attempt_refused');
  });

  it('is the same ticket with another order of fields or other whitespace', () => {
    const fields = Object.entries(factory.ticket()).reverse();
    const create_campaign = signText(JSON.stringify(Object.fromEntries(fields), undefined, 2), SIGNER);
    expect(outcome(factory.execute(factory.alice, { create_campaign }, coins(1_000_000n)))).toBe('ok');
  });

  const json = JSON.stringify(factory.ticket());
  it.each([
    ['no JSON', 'ticket'],
    ['an empty text', ''],
    ['two values', `${json}{}`],
    ['an unknown field', json.replace('{', '{"extra":1,')],
    ['a duplicate field', json.replace('{', '{"v":2,')],
    ['a missing field', json.replace('"min_payout":"10",', '')],
    ['an amount that is a number', json.replace('"min_payout":"10"', '"min_payout":10')],
    ['a number that is text', json.replace('"fee_bps":250', '"fee_bps":"250"')],
    ['a fraction', json.replace('"fee_bps":250', '"fee_bps":250.0')],
    ['two assets', json.replace('"asset":{', '"asset":{"cw20":{"address":"x"},')],
    ['an admin left out', json.replace('"escrow_admin":null,', '')],
  ])('is refused when its text is %s', (_title, text) => {
    expect(text).not.toBe(json);
    const create_campaign = signText(text, SIGNER);
    expect(outcome(factory.execute(factory.alice, { create_campaign }, coins(1_000_000n)))).toBe('invalid_ticket');
  });

  it('of a replaced signer is refused', () => {
    const ticket_signer = Buffer.from(secp256k1.getPublicKey(new Uint8Array(32).fill(9))).toString('base64');
    expect(outcome(factory.execute(factory.owner, { update_config: { ticket_signer } }))).toBe('ok');
    expect(submit(ticket, signature)).toBe('invalid_signature');
  });
});
