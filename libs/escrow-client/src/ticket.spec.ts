import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { TICKET } from './testing/ticket.fixture.js';
import { encodeTicket, signTicket, ticketDigest, verifyTicket } from './ticket.js';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const KEY = createHash('sha256').update('ticket signer').digest();
const PUBLIC_KEY = secp256k1.getPublicKey(KEY);

const privateKey = fc.bigInt(1n, ORDER - 1n).map((key) => Buffer.from(key.toString(16).padStart(64, '0'), 'hex'));
const toInteger = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const decode = (base64: string) => Buffer.from(base64, 'base64');

describe('a ticket', () => {
  it('is encoded in the order of the specification, whatever the order of the object', () => {
    const shuffled = Object.fromEntries(Object.entries(TICKET).reverse()) as typeof TICKET;
    expect(Buffer.from(encodeTicket(shuffled)).toString()).toBe(JSON.stringify(TICKET));
  });

  it('is signed over the SHA-256 of its bytes', () => {
    const bytes = encodeTicket(TICKET);
    expect(Buffer.from(ticketDigest(bytes))).toEqual(createHash('sha256').update(bytes).digest());
    const { signature } = signTicket(TICKET, KEY);
    expect(secp256k1.verify(decode(signature), ticketDigest(bytes), PUBLIC_KEY, { prehash: false })).toBe(true);
  });

  it('gets the same signature every time', () => {
    expect(signTicket(TICKET, KEY)).toEqual(signTicket(TICKET, KEY));
  });

  it('is signed with low S by every key, and its key alone verifies it', () => {
    fc.assert(
      fc.property(privateKey, fc.string(), (key, campaign_id) => {
        const signed = signTicket({ ...TICKET, campaign_id }, key);
        const signature = decode(signed.signature);
        expect(signature).toHaveLength(64);
        expect(toInteger(signature.subarray(32)) <= ORDER / 2n).toBe(true);
        expect(verifyTicket(signed, secp256k1.getPublicKey(key))).toBe(true);
        expect(verifyTicket(signed, PUBLIC_KEY)).toBe(key.equals(KEY));
      }),
      { numRuns: 50 },
    );
  });

  it('is refused with the high-S form of its signature', () => {
    const signed = signTicket(TICKET, KEY);
    const compact = decode(signed.signature);
    const highS = (ORDER - toInteger(compact.subarray(32))).toString(16).padStart(64, '0');
    const signature = Buffer.concat([compact.subarray(0, 32), Buffer.from(highS, 'hex')]);
    expect(
      secp256k1.verify(signature, ticketDigest(decode(signed.ticket)), PUBLIC_KEY, { prehash: false, lowS: false }),
    ).toBe(true);
    expect(verifyTicket({ ...signed, signature: signature.toString('base64') }, PUBLIC_KEY)).toBe(false);
  });

  it('is refused with any bit of it or of its signature flipped', () => {
    const signed = signTicket(TICKET, KEY);
    const flipped = fc.constantFrom('ticket' as const, 'signature' as const).chain((part) =>
      fc.nat(decode(signed[part]).length * 8 - 1).map((bit) => {
        const bytes = decode(signed[part]);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return { ...signed, [part]: bytes.toString('base64') };
      }),
    );
    fc.assert(fc.property(flipped, (changed) => !verifyTicket(changed, PUBLIC_KEY)));
  });

  it.each([
    ['of 65 bytes', (signature: Buffer) => Buffer.concat([signature, Buffer.alloc(1)]).toString('base64')],
    ['without padding', (signature: Buffer) => signature.toString('base64').replace(/=+$/, '')],
    ['in the URL alphabet', (signature: Buffer) => signature.toString('base64url')],
    ['of zeros', () => Buffer.alloc(64).toString('base64')],
  ])('is refused with a signature %s', (_case, change) => {
    const signed = signTicket(TICKET, KEY);
    expect(verifyTicket({ ...signed, signature: change(decode(signed.signature)) }, PUBLIC_KEY)).toBe(false);
  });
});
