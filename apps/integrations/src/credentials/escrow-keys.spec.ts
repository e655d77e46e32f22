import { addressOf } from '@questp/chains';
import { chainOf, TEST_CHAINS } from '@questp/chains/testing';
import { codesOf, startCredentials, valuesOf, type CredentialStage } from '../testing/credentials.fixture.js';

const MNEMONICS = {
  first: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  second: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  third: 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
};

describe('credentials, two replicas of the built service', () => {
  let stage: CredentialStage;

  beforeAll(async () => {
    stage = await startCredentials();
  });
  afterAll(() => stage.stop());

  describe('of the escrow', () => {
    const keyOf = (part: 'operator' | 'ticket' | 'pauser', mnemonic: string) =>
      stage.set(`escrow_${part}`, { mnemonic });

    it('show their address on each chain, and nothing else', async () => {
      const after = await keyOf('operator', MNEMONICS.first);
      // As wallets derive it where the coin type is 118.
      const address = 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4';
      expect(after.addresses).toContainEqual({ chainId: 'cosmoshub-4', address });
      expect(after.addresses.map(({ chainId }) => chainId)).toEqual(TEST_CHAINS.map(({ chainId }) => chainId));
      const publicKey = Buffer.from(after.publicKey ?? '', 'base64');
      for (const { chainId, address: shown } of after.addresses) {
        expect(shown).toBe(addressOf(chainOf(chainId), publicKey));
      }
      expect(valuesOf(after)).toEqual({ mnemonic: null });
      expect((await stage.get('escrow_operator')).addresses).toEqual(after.addresses);
      expect(await stage.clear('escrow_operator', ['mnemonic'])).toMatchObject({ publicKey: null, addresses: [] });
    });

    it('the keys of the escrow must differ between the three roles, also when they are stored concurrently', async () => {
      const parts = ['operator', 'ticket', 'pauser'] as const;
      const answers = await Promise.all(parts.map((part) => codesOf(keyOf(part, MNEMONICS.second))));
      expect(answers.map(([code]) => code).toSorted()).toEqual(['ESCROW_KEY_IN_USE', 'ESCROW_KEY_IN_USE', 'done']);
      await Promise.all(parts.map((part) => stage.clear(`escrow_${part}`, ['mnemonic'])));
      const keys = [MNEMONICS.first, MNEMONICS.second, MNEMONICS.third];
      const stored = await Promise.all(parts.map((part, index) => keyOf(part, keys[index] as string)));
      expect(new Set(stored.map(({ publicKey }) => publicKey)).size).toBe(3);
    });

    it('the keys of the escrow can be kept by an external signer, all of whose fields are required', async () => {
      const signer = {
        signerUrl: 'https://signer.example.org/sign',
        signerPublicKey: 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY',
        signerSecret: `whsec_${'s'.repeat(44)}`,
      };
      await stage.clear('escrow_operator', ['mnemonic', ...Object.keys(signer)]);
      for (const [name, value] of Object.entries(signer)) {
        const missing = Object.keys(signer).filter((other) => other !== name);
        const errors = missing.map((other) => `/fields/${other} REQUIRED`);
        expect(await codesOf(stage.set('escrow_operator', { [name]: value }))).toEqual([
          'VALIDATION_FAILED',
          ...errors,
        ]);
      }
      const malformed = { signerUrl: 'signer', signerPublicKey: '!', signerSecret: 'secret' };
      for (const [name, value] of Object.entries(malformed)) {
        const codes = await codesOf(stage.set('escrow_operator', { ...signer, [name]: value }));
        expect(codes).toEqual(['VALIDATION_FAILED', `/fields/${name} FORMAT`]);
      }
      const noPoint = { ...signer, signerPublicKey: Buffer.alloc(33, 2).fill(255, 1).toString('base64') };
      expect(await codesOf(stage.set('escrow_operator', noPoint))).toEqual([
        'VALIDATION_FAILED',
        '/fields/signerPublicKey FORMAT',
      ]);
      const after = await stage.set('escrow_operator', signer);
      expect(after.publicKey).toBe(signer.signerPublicKey);
      expect(valuesOf(after)).toEqual({ ...signer, signerSecret: null });
      expect(await codesOf(keyOf('operator', MNEMONICS.first))).toEqual([
        'VALIDATION_FAILED',
        ...Object.keys(signer).map((name) => `/fields/${name} NOT_ALLOWED`),
      ]);
      const cleared = Object.fromEntries(Object.keys(signer).map((name) => [name, null]));
      const back = await stage.set('escrow_operator', { mnemonic: MNEMONICS.first, ...cleared });
      expect(back.publicKey).not.toBe(signer.signerPublicKey);
      await stage.clear('escrow_operator', ['mnemonic']);
    });

    it('the keys of the escrow must be mnemonics with a valid checksum', async () => {
      const wrong = MNEMONICS.first.replace('about', 'abandon');
      for (const mnemonic of [wrong, 'abandon', MNEMONICS.first.toUpperCase(), `${MNEMONICS.first} about`]) {
        expect(await codesOf(keyOf('operator', mnemonic))).toEqual(['VALIDATION_FAILED', '/fields/mnemonic FORMAT']);
      }
    });
  });
});
