import { createHash } from 'node:crypto';
import { bech32 } from '@scure/base';
import { escrowLabel, escrowSalt, predictEscrowAddress } from './escrow-address.js';

const LONGEST = { campaignId: 'c'.repeat(64), fundingAttempt: 4_294_967_295 };

describe("an escrow's salt and label", () => {
  it('come from the campaign and the attempt', () => {
    const attempt = { campaignId: 'spring-sale', fundingAttempt: 2 };
    expect(escrowLabel(attempt)).toBe('questp campaign-escrow spring-sale:2');
    expect(Buffer.from(escrowSalt(attempt))).toEqual(createHash('sha256').update('spring-sale:2').digest());
  });

  it('fit what a chain takes for every campaign id: 128 characters and 64 bytes', () => {
    expect(escrowLabel(LONGEST).length).toBeLessThanOrEqual(128);
    expect(escrowSalt(LONGEST)).toHaveLength(32);
  });
});

describe("an escrow's predicted address", () => {
  const source = {
    factory: bech32.encodeFromBytes('wasm', Buffer.alloc(32, 7)),
    checksum: '13a1fc994cc6d1c81b746ee0c0ff6f90043875e0bf1d9be6b7d779fc978dc2a5',
    campaignId: 'spring-sale',
    fundingAttempt: 1,
  };

  it("has the factory's prefix and 32 bytes", () => {
    const { prefix, bytes } = bech32.decodeToBytes(predictEscrowAddress(source));
    expect([prefix, bytes.length]).toEqual(['wasm', 32]);
  });

  it('is another one for another factory, code, campaign or attempt', () => {
    const others = [
      { factory: bech32.encodeFromBytes('wasm', Buffer.alloc(32, 8)) },
      { checksum: '1da6c16de2cbaf7ad8cbb66f0925ba33f5c278cb2491762d04658c1480ea229b' },
      { campaignId: 'spring-sale-2' },
      { fundingAttempt: 2 },
    ].map((other) => predictEscrowAddress({ ...source, ...other }));
    expect(new Set([predictEscrowAddress(source), ...others]).size).toBe(5);
  });
});
