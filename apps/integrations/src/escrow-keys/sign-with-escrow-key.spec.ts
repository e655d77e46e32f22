import { addressOf } from '@questp/chains';
import { encodeTicket, verifyTicket } from '@questp/escrow-client';
import type { Ticket } from '@questp/message-schema';
import {
  getCredential,
  readEscrowPublicKey,
  setCredential,
  signWithEscrowKey,
  type EscrowKey,
} from '@questp/messages/integrations';
import type { AppError } from '@questp/messages/language';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { sql } from '@questp/postgres';
import { putChain, startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';
import { ESCROW, ESCROW_CHAIN, OWNER, SIGNED_TICKET } from '../testing/escrow-chain.fixture.js';
import { execute, signDocOf } from '../testing/sign-doc.fixture.js';

const MNEMONICS = {
  escrow_ticket: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  escrow_operator: 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
} as const;
const adminId = `svcadmin_${'c'.repeat(32)}`;
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

describe('signing with a key of the escrow', () => {
  let service: TestService<object>;
  beforeAll(async () => {
    const env = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') };
    service = await startTestService(integrations, { env });
    const { chainId, bech32Prefix, gasPrices, escrow } = ESCROW_CHAIN;
    await putChain(service, chainId, { bech32Prefix, gasPrices, escrow });
    await service.call(setCredentialOperatorAccess, { adminId, role: 'super_admin', version: 1, status: 'active' });
    for (const [provider, mnemonic] of Object.entries(MNEMONICS)) {
      await service.call(setCredential, { provider: provider as EscrowKey, fields: { mnemonic }, adminId });
    }
  }, 60_000);
  afterAll(() => service.stop());

  /** The fixture's, of now. */
  const ticket = (change: Partial<Ticket> = {}): Ticket => {
    const at = (days: number) => `${Date.now() + days * 86_400_000}000000`;
    const times = { starts_at: at(-1), ends_at: at(1), expires_at: at(0.04) };
    return { ...SIGNED_TICKET, ...times, ...change };
  };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const sign = (bytes: Uint8Array, provider: EscrowKey = 'escrow_ticket', chainId = ESCROW_CHAIN.chainId) =>
    service.call(signWithEscrowKey, { provider, chainId, bytes: base64(bytes) });
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );

  it('signs a ticket as the factory verifies it, the same every time', async () => {
    const bytes = encodeTicket(ticket());
    const { signature, publicKey } = await sign(bytes);
    expect(verifyTicket({ ticket: base64(bytes), signature }, Buffer.from(publicKey, 'base64'))).toBe(true);
    expect(await sign(bytes)).toEqual({ signature, publicKey });
    const s = BigInt(`0x${Buffer.from(signature, 'base64').subarray(32).toString('hex')}`);
    expect(s <= HALF_ORDER).toBe(true);
    const { publicKey: shown } = await service.call(getCredential, { provider: 'escrow_ticket' });
    expect(shown).toBe(publicKey);
    expect(await service.call(readEscrowPublicKey, { provider: 'escrow_ticket' })).toEqual({ publicKey });
  });

  it('signs a transaction of the operator, from no other account', async () => {
    const { publicKey } = await service.call(getCredential, { provider: 'escrow_operator' });
    const key = Buffer.from(publicKey ?? '', 'base64');
    const signedBy = (sender: string) => sign(signDocOf(key, [execute(sender)]), 'escrow_operator');
    expect(await signedBy(addressOf(ESCROW_CHAIN, key))).toMatchObject({ publicKey });
    expect(await refusal(signedBy(OWNER))).toMatchObject({ code: 'SIGNING_REFUSED' });
  });

  it.each<[string, () => Uint8Array, EscrowKey]>([
    ['a ticket of another factory', () => encodeTicket(ticket({ factory: ESCROW })), 'escrow_ticket'],
    ['a ticket with another fee', () => encodeTicket(ticket({ fee_bps: 0 })), 'escrow_ticket'],
    ['a ticket that expired', () => encodeTicket(ticket({ expires_at: '1' })), 'escrow_ticket'],
    ['garbage', () => Buffer.from('garbage'), 'escrow_ticket'],
    ['a ticket, with the key of the operator', () => encodeTicket(ticket()), 'escrow_operator'],
    ['garbage, with the key of the operator', () => Buffer.from('garbage'), 'escrow_operator'],
  ])('refuses %s, without a word about the key', async (_, bytes, provider) => {
    const error = await refusal(sign(bytes(), provider));
    expect(error).toMatchObject({ code: 'SIGNING_REFUSED' });
    expect(JSON.stringify([error, error?.details])).not.toMatch(/legal|winner|letter|advice/);
  });

  it('refuses chains without the contracts, and keys that are not set', async () => {
    expect(await refusal(sign(encodeTicket(ticket()), 'escrow_ticket', 'cosmoshub-4'))).toMatchObject({
      code: 'CHAIN_NOT_CONFIGURED',
    });
    expect(await refusal(sign(encodeTicket(ticket()), 'escrow_ticket', 'nowhere-1'))).toMatchObject({
      code: 'CHAIN_NOT_CONFIGURED',
    });
    expect(await refusal(sign(Buffer.from('x'), 'escrow_pauser'))).toMatchObject({ code: 'ESCROW_KEY_MISSING' });
    const read = service.call(readEscrowPublicKey, { provider: 'escrow_pauser' });
    expect(await refusal(read)).toMatchObject({ code: 'ESCROW_KEY_MISSING' });
  });

  describe('up to the daily limit of fees', () => {
    const { chainId } = ESCROW_CHAIN;
    const limited = (dailyFees: string) =>
      putChain(service, chainId, { gasPrices: [{ denom: 'ustake', price: '0.025', dailyFees }] });
    /** Of 250,000 each. */
    const transaction = async () => {
      const { publicKey } = await service.call(readEscrowPublicKey, { provider: 'escrow_operator' });
      const key = Buffer.from(publicKey, 'base64');
      return signDocOf(key, [execute(addressOf(ESCROW_CHAIN, key))]);
    };
    const isPast = () => service.db.execute(sql`UPDATE escrow_fee SET day = day - 1`);
    beforeEach(() => service.db.execute(sql`DELETE FROM escrow_fee`));
    afterAll(async () => {
      await service.db.execute(sql`DELETE FROM escrow_fee`);
      await putChain(service, chainId, { gasPrices: ESCROW_CHAIN.gasPrices });
    });

    it('signs transactions, and again on the next day', async () => {
      await limited('749999');
      const bytes = await transaction();
      const calls = await Promise.all(Array.from({ length: 10 }, () => refusal(sign(bytes, 'escrow_operator'))));
      expect(calls.map((error) => error?.code).toSorted()).toEqual(
        new Array(8).fill('FEE_LIMIT_REACHED').concat([undefined, undefined]),
      );
      await isPast();
      await sign(bytes, 'escrow_operator');
      await limited('500000');
      await sign(bytes, 'escrow_operator');
      expect(await refusal(sign(bytes, 'escrow_operator'))).toMatchObject({ code: 'FEE_LIMIT_REACHED' });
    });

    it('signs no transaction whose fee alone exceeds it', async () => {
      await limited('249999');
      expect(await refusal(sign(await transaction(), 'escrow_operator'))).toMatchObject({ code: 'FEE_LIMIT_REACHED' });
      await isPast();
      expect(await refusal(sign(await transaction(), 'escrow_operator'))).toMatchObject({ code: 'FEE_LIMIT_REACHED' });
    });

    it('signs tickets, which have none', async () => {
      await limited('0');
      await sign(encodeTicket(ticket()));
    });

    it('the daily limit is the fee of 5,000,000,000 gas at the price unless the chain sets a limit', async () => {
      await putChain(service, chainId, { gasPrices: ESCROW_CHAIN.gasPrices });
      await sign(await transaction(), 'escrow_operator');
      await service.db.execute(sql`UPDATE escrow_fee SET amount = 125000000 - 250000`);
      await sign(await transaction(), 'escrow_operator');
      expect(await refusal(sign(await transaction(), 'escrow_operator'))).toMatchObject({ code: 'FEE_LIMIT_REACHED' });
    });
  });

  it('signs no ticket for a mainnet that is not released, but signs its transactions', async () => {
    const { chainId, escrow } = ESCROW_CHAIN;
    const { publicKey } = await service.call(readEscrowPublicKey, { provider: 'escrow_operator' });
    const key = Buffer.from(publicKey, 'base64');
    await putChain(service, chainId, { network: 'mainnet' });
    expect(await refusal(sign(encodeTicket(ticket())))).toMatchObject({ code: 'ESCROW_NOT_RELEASED' });
    await sign(signDocOf(key, [execute(addressOf(ESCROW_CHAIN, key))]), 'escrow_operator');
    await putChain(service, chainId, { escrow: { ...escrow, released: true } });
    await sign(encodeTicket(ticket()));
    await putChain(service, chainId, { network: 'testnet', escrow });
  });

  it('follows a change of the deployment', async () => {
    const { escrow } = ESCROW_CHAIN;
    const bytes = encodeTicket(ticket({ fee_bps: 300 }));
    expect(await refusal(sign(bytes))).toMatchObject({ code: 'SIGNING_REFUSED' });
    await putChain(service, ESCROW_CHAIN.chainId, { escrow: { ...escrow, feeBps: 300 } });
    await sign(bytes);
    await putChain(service, ESCROW_CHAIN.chainId, { escrow });
  });
});
