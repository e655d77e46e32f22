import { randomBytes } from 'node:crypto';
import { signArbitrary } from '@questp/chains';
import { chainOf } from '@questp/chains/testing';
import type { RequestOf } from '@questp/messages/language';
import { createAttestation, verifyAttestation } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, raceSame, RACERS, startQuests } from '../../testing/quests.fixture.js';

describe('signed text', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  async function start(options: { chainId?: string; key?: Buffer; questId?: string; statement?: string } = {}) {
    const { chainId = 'cosmoshub-4', key = randomBytes(32) } = options;
    const questId =
      options.questId ??
      (await quests.addQuest('attestation_sign', {
        statement: options.statement ?? 'I have read the code of conduct.',
      }));
    const userId = await quests.addEarner();
    const { address } = signArbitrary(chainOf(chainId), key, '');
    quests.others.wallets.set(userId, [{ chainId, address }]);
    const who = { userId, questId };
    const challenge = () => quests.call(createAttestation, { ...who, address, chainId });
    const sign = ({ message, nonce }: { message: string; nonce: string }) => {
      const { pubkeyBase64: pubkey, signatureBase64: signature } = signArbitrary(chainOf(chainId), key, message);
      return { ...who, address, chainId, nonce, pubkey, signature };
    };
    const prove = (proof: RequestOf<typeof verifyAttestation>) => quests.call(verifyAttestation, proof);
    return { who, address, chainId, key, challenge, sign, prove };
  }

  it.each(['cosmoshub-4', 'injective-1'])('credits a linked wallet of %s that signed the text', async (chainId) => {
    const { who, address, challenge, sign, prove } = await start({ chainId });
    const issued = await challenge();
    expect(issued.message).toContain(`app.example.org asks you to sign a statement with your account:\n${address}`);
    expect(issued.message).toContain(`I have read the code of conduct.`);
    expect(issued.message).toContain(`Nonce: ${issued.nonce}`);
    expect(await prove(sign(issued))).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    const stored = await quests.db.row<{ inputs: object }>(sql`
      SELECT inputs FROM submission WHERE user_id = ${who.userId}`);
    expect(stored?.inputs).toMatchObject({ address, chainId, nonce: issued.nonce });
  });

  it('chain_wallet_connect asks for a wallet of its chain', async () => {
    const questId = await quests.addQuest('chain_wallet_connect', { chainId: 'osmosis-1' }, { method: 'on_chain' });
    const osmo = await start({ questId, chainId: 'osmosis-1' });
    expect(await osmo.prove(osmo.sign(await osmo.challenge()))).toMatchObject({ status: 'claimed' });
    const atom = await start({ questId });
    expect((await errorOf(atom.challenge())).code).toBe('WALLET_NOT_LINKED');
  });

  it('a challenge needs a known chain, a valid address and a wallet of the account', async () => {
    const { who, address, chainId } = await start();
    const codeOf = async (more: object) =>
      (await errorOf(quests.call(createAttestation, { ...who, address, chainId, ...more }))).code;
    expect(await codeOf({ chainId: 'moon-1' })).toBe('CHAIN_NOT_SUPPORTED');
    expect(await codeOf({ address: address.toUpperCase() })).toBe('WALLET_ADDRESS_INVALID');
    expect(await codeOf({ userId: await quests.addEarner() })).toBe('WALLET_NOT_LINKED');
    await quests.db.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${who.userId}`);
    expect(await codeOf({})).toBe('ACCOUNT_SUSPENDED');
  });

  it('says CHALLENGE_INVALID alike for every cause, and burns the nonce', async () => {
    const mallory = await start();
    const other = await quests.addQuest('attestation_sign', { statement: 'Another.' });
    const causes: [string, (proof: ReturnType<typeof mallory.sign>) => object][] = [
      ['another nonce', () => ({ nonce: 'svc_nonce_guess' })],
      ['another earner', () => ({ userId: mallory.who.userId })],
      ['another quest', () => ({ questId: other })],
      ['another address', () => ({ address: mallory.address })],
      ['another chain', () => ({ chainId: 'osmosis-1' })],
      ['an unknown chain', () => ({ chainId: 'moon-1' })],
      ['no base64', () => ({ signature: '***' })],
      ['another key', () => ({ pubkey: mallory.sign({ message: '', nonce: '' }).pubkey })],
      ['another signature', ({ nonce }) => ({ signature: mallory.sign({ message: 'x', nonce }).signature })],
    ];
    const texts = new Set<string>();
    for (const [cause, change] of causes) {
      const { challenge, sign, prove } = await start();
      const proof = sign(await challenge());
      const error = await errorOf(prove({ ...proof, ...change(proof) }));
      expect([cause, error.code]).toEqual([cause, 'CHALLENGE_INVALID']);
      texts.add(JSON.stringify(error.toEnvelope()));
      if (!cause.includes('nonce'))
        expect([cause, (await errorOf(prove(proof))).code]).toEqual([cause, 'CHALLENGE_INVALID']);
    }
    expect(texts.size).toBe(1);
  });

  it('takes no expired text', async () => {
    const { challenge, sign, prove } = await start();
    const issued = await challenge();
    await quests.db.execute(sql`UPDATE attestation SET expires_at = now() WHERE nonce = ${issued.nonce}`);
    expect((await errorOf(prove(sign(issued)))).code).toBe('CHALLENGE_INVALID');
  });

  it('A-10: a signature sent 20 times at once is looked at once', async () => {
    const { challenge, sign, prove } = await start();
    const proof = sign(await challenge());
    const { replies, errors } = await raceSame(() => prove(proof));
    const refused = (errors.CHALLENGE_INVALID ?? 0) + (errors.ALREADY_COMPLETED ?? 0);
    expect([replies.length, refused]).toEqual([1, RACERS - 1]);
  });

  it('a replayed signature gives nothing on a quest that can be done again', async () => {
    const questId = await quests.addQuest(
      'attestation_sign',
      { statement: 'Each hour.' },
      { period: { kind: 'interval', hours: 1 } },
    );
    const { who, challenge, sign, prove } = await start({ questId });
    const proof = sign(await challenge());
    await prove(proof);
    await quests.asOwner().transaction(async (tx) => {
      await tx.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
      for (const table of [sql`submission`, sql`points_ledger`]) {
        await tx.execute(sql`
          UPDATE ${table} SET period_key = '2020-01-01T00:00:00.000Z' WHERE user_id = ${who.userId}`);
      }
      await tx.execute(sql`ALTER TABLE points_ledger ENABLE TRIGGER points_ledger_append_only`);
    });
    expect((await errorOf(prove(proof))).code).toBe('CHALLENGE_INVALID');
    expect(await prove(sign(await challenge()))).toMatchObject({ status: 'claimed' });
  });

  it('one wallet completes a quest for one account, on whichever chain its key signs', async () => {
    const first = await start();
    await first.prove(first.sign(await first.challenge()));
    const same = await start({ questId: first.who.questId, key: first.key });
    expect((await errorOf(same.prove(same.sign(await same.challenge())))).code).toBe('WALLET_ALREADY_USED');
    const elsewhere = await start({ questId: first.who.questId, key: first.key, chainId: 'osmosis-1' });
    const error = await errorOf(elsewhere.prove(elsewhere.sign(await elsewhere.challenge())));
    expect(error.code).toBe('WALLET_ALREADY_USED');
  });

  it('a wallet unlinked since the challenge gives nothing; an outage of identity burns nothing', async () => {
    const { challenge, sign, prove } = await start();
    const issued = await challenge();
    quests.others.down.add('identity');
    const down = await errorOf(prove(sign(issued)));
    quests.others.down.clear();
    expect([down.code, down.status]).toEqual(['CHECK_UNAVAILABLE', 503]);
    expect(await prove(sign(issued))).toMatchObject({ status: 'claimed' });
    const later = await start();
    const proof = later.sign(await later.challenge());
    quests.others.wallets.set(later.who.userId, []);
    expect((await errorOf(later.prove(proof))).code).toBe('WALLET_NOT_LINKED');
  });
});
