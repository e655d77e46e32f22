import fc from 'fast-check';
import { adr036SignBytes } from './adr036-sign-doc.js';
import { amino, walletSignDoc } from './testing/amino-reference.fixture.js';

const signer = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud';

describe('adr036SignBytes', () => {
  it('is the document wallets sign', () => {
    expect(Buffer.from(adr036SignBytes(signer, 'Grüße & <3')).toString()).toBe(
      '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData",' +
        `"value":{"data":"R3LDvMOfZSAmIDwz","signer":"${signer}"}}],"sequence":"0"}`,
    );
  });

  it('is what CosmJS serialises, for every message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const reference = amino.serializeSignDoc(walletSignDoc(signer, message));
        expect(Buffer.from(adr036SignBytes(signer, message))).toEqual(Buffer.from(reference));
      }),
    );
  });
});
