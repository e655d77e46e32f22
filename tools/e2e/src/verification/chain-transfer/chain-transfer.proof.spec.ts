/** @jest-environment ./jest.cosmjs-environment.js */
import { setTimeout as sleep } from 'node:timers/promises';
import { chainMissing, startChain, testAccount, type TestChain } from '@questp/chain';
import { linkWallet, newStudio, newWallet, type Person, type Studio, submit, type Wallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { describeUnless, freePort, waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { usePlatform } from '../../support/platform.fixture.js';
import { ChainAccount, type Signed } from './chain-account.fixture.js';

const CHAIN_ID = 'questp-local-1';
const DENOM = 'uquest';
const PRICE = { denom: DENOM, amount: '100' };
const TREASURY = testAccount('treasury').address;
const CONFIG = { chainId: CHAIN_ID, denom: DENOM, minAmount: PRICE.amount, recipient: TREASURY };
/** A test vector of BIP-39. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const PAYERS = Array.from({ length: 12 }, (_, index) => `payer ${index}`);

/** A person with a linked wallet that holds coins on the chain. */
interface Payer {
  person: Person;
  wallet: Wallet;
  account: ChainAccount;
}

describeUnless(await chainMissing(), 'A quest to transfer coins, on a real chain', () => {
  let chain: TestChain;
  let studio: Studio;
  /** The first payer, and the hash of a matching transfer from before the campaign. */
  let early: Payer & { txHash: string };
  const accounts: ChainAccount[] = [];

  const e2e = usePlatform(async () => {
    const coins = [{ denom: DENOM, amount: '1000000' }];
    chain = await startChain({
      chainId: CHAIN_ID,
      accounts: PAYERS.map((name) => ({ address: testAccount(name).address, coins })),
    });
    // Nothing listens at the first address.
    const restUrls = [`http://127.0.0.1:${await freePort()}`, chain.rest];
    const gasPrices = [{ denom: DENOM, price: '0.025' }];
    return { env: { CHAINS: JSON.stringify([{ chainId: CHAIN_ID, restUrls, gasPrices }]) } };
  });

  beforeAll(async () => {
    const payer = await newPayer();
    early = { ...payer, txHash: await pay(payer) };
    // The time of a block may be slightly behind the clock.
    await sleep(1_500);
    studio = await newStudio(await e2e.signIn());
    await sleep(1_500);
  }, 60_000);
  afterAll(async () => {
    accounts.forEach((account) => account.close());
    await chain.stop();
  }, 30_000);
  afterEach(() => e2e.checkPoints());

  async function newPayer(): Promise<Payer> {
    const name = PAYERS[accounts.length] as string;
    const account = await ChainAccount.connect(chain.rpc, name);
    accounts.push(account);
    const [person, wallet] = [await e2e.signIn(), newWallet(CHAIN_ID, testAccount(name).privateKey)];
    await unwrap(linkWallet(person.client, wallet));
    return { person, wallet, account };
  }

  async function unlink({ client }: Person, { address }: Wallet): Promise<void> {
    const { items } = await unwrap(client.GET('/v1/users/me/wallets'));
    const walletId = items.find((item) => item.address === address)?.id as string;
    await unwrap(client.DELETE('/v1/users/me/wallets/{walletId}', { params: { path: { walletId } } }));
  }

  /** Broadcasts the transaction; returns its hash once it is in a block. */
  async function inBlock(signed: Signed): Promise<string> {
    expect(await signed.broadcast()).toBe(0);
    return signed.hash;
  }
  const pay = async ({ account }: Payer, coin = PRICE, recipient = TREASURY) =>
    inBlock(await account.sign(recipient, coin));

  const quest = (config = CONFIG) => studio.quest('chain_transfer', config);
  const own = ({ client }: Person, submissionId: string) =>
    unwrap(client.GET('/v1/users/me/submissions/{submissionId}', { params: { path: { submissionId } } }));

  /** Makes the next checks due. */
  const due = () => e2e.sql('UPDATE quests.pending_check SET due_at = now()');
  const claimed = (person: Person, id: string) =>
    waitFor(
      async () => {
        const submission = await own(person, id);
        return submission.status === 'claimed' && submission;
      },
      { what: 'the credit', timeoutMs: 20_000 },
    );

  it('credits the hash of a transfer from a linked wallet', async () => {
    const payer = await newPayer();
    const { id } = await quest();
    const txHash = (await pay(payer)).toLowerCase();
    expect(await unwrap(submit(payer.person, id, { txHash }))).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
  });

  it('credits a transaction of which one of several transfers matches', async () => {
    const { account, person } = await newPayer();
    const { id } = await quest();
    const txHash = await inBlock(await account.signToMany(PRICE, [testAccount('somebody').address, TREASURY]));
    expect(await unwrap(submit(person, id, { txHash }))).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
  });

  it('keeps an unknown transaction pending with the time of the next check, and credits it once the chain has it', async () => {
    const { account, person } = await newPayer();
    const { id } = await quest();
    const signed = await account.sign(TREASURY, PRICE);
    const before = Date.now();
    const submission = await unwrap(submit(person, id, { txHash: signed.hash }));
    expect(submission).toMatchObject({
      status: 'pending',
      reason: expect.stringContaining(CHAIN_ID) as string,
      pointsAwarded: 0,
    });
    expect(Date.parse(submission.nextTryAt ?? '')).toBeGreaterThan(before);

    await inBlock(signed);
    await due();
    expect(await claimed(person, submission.id)).toMatchObject({ pointsAwarded: 10, nextTryAt: null });
  }, 40_000);

  it('keeps a submission pending while no node of the chain answers, and credits it afterwards', async () => {
    const payer = await newPayer();
    const { id } = await quest();
    const txHash = await pay(payer);
    chain.process.signal('SIGSTOP');
    let submission;
    try {
      submission = await unwrap(submit(payer.person, id, { txHash }));
    } finally {
      chain.process.signal('SIGCONT');
    }
    expect(submission).toMatchObject({ status: 'pending', pointsAwarded: 0 });
    // The circuit breaker of the unreachable first node opens after some tries.
    const nodes = 'unreachable: (ECONNREFUSED|left alone for a while after \\d+ failures in a row); timeout';
    expect(submission.reason).toMatch(new RegExp(`No node of ${CHAIN_ID} can say: ${nodes}`));
    await due();
    await claimed(payer.person, submission.id);
  }, 40_000);

  it('refuses a transaction that another wallet sent', async () => {
    const [payer, other] = [await newPayer(), await newPayer()];
    const { id } = await quest();
    const txHash = await pay(payer);
    expectProblem(await submit(other.person, id, { txHash }), 'TRANSACTION_WRONG_SENDER');
    // The key of the wallet with which a person signs in has an address on this chain too.
    expectProblem(await submit(await e2e.signIn(), id, { txHash }), 'TRANSACTION_WRONG_SENDER');
    expect(await unwrap(submit(payer.person, id, { txHash }))).toMatchObject({ status: 'claimed' });
  });

  it('refuses a failed transaction', async () => {
    const { account, person } = await newPayer();
    const { id } = await quest();
    const tooMuch = await account.sign(TREASURY, { denom: DENOM, amount: '1000000000' });
    expect(await tooMuch.broadcast()).not.toBe(0);
    expectProblem(await submit(person, id, { txHash: tooMuch.hash }), 'TRANSACTION_FAILED');
  });

  it('refuses a transaction from before the start of the campaign', async () => {
    const { person, txHash } = early;
    const { id } = await quest();
    expectProblem(await submit(person, id, { txHash }), 'TRANSACTION_TOO_EARLY');
    const again = await pay(early);
    expect(await unwrap(submit(person, id, { txHash: again }))).toMatchObject({ status: 'claimed' });
  });

  it('refuses a transfer of too small an amount, in another coin or to another address', async () => {
    const payer = await newPayer();
    const { id } = await quest();
    const little = await pay(payer, { denom: DENOM, amount: '99' });
    const elsewhere = await pay(payer, PRICE, testAccount('somebody').address);
    const other = await quest({ ...CONFIG, denom: 'ustake' });
    expectProblem(await submit(payer.person, id, { txHash: little }), 'TRANSACTION_MISMATCH');
    expectProblem(await submit(payer.person, id, { txHash: elsewhere }), 'TRANSACTION_MISMATCH');
    expectProblem(await submit(payer.person, other.id, { txHash: await pay(payer) }), 'TRANSACTION_MISMATCH');
  });

  it('credits a transaction once, for repeated submissions and after its wallet was linked to another account', async () => {
    const { wallet, person, ...payer } = await newPayer();
    const { id } = await quest();
    const txHash = await pay({ wallet, person, ...payer });
    const answers = await parallel(10, () => submit(person, id, { txHash }));
    expect(tally(answers)).toEqual({ '201': 1, '409 ALREADY_COMPLETED': 9 });

    const second = await e2e.signIn();
    expectProblem(await submit(second, id, { txHash }), 'TRANSACTION_WRONG_SENDER');
    await unlink(person, wallet);
    await unwrap(linkWallet(second.client, wallet));
    expectProblem(await submit(second, id, { txHash }), 'SUBJECT_ALREADY_USED');
    expect(await e2e.count('SELECT count(*) FROM quests.points_ledger WHERE quest_id = $1', [id])).toBe(1);
  });

  it('operators see the balance of an escrow key after a transfer to it', async () => {
    const admin = await e2e.superAdmin();
    const params = { path: { provider: 'escrow_operator' as const } };
    const body = { fields: { mnemonic: MNEMONIC } };
    const { addresses } = await unwrap(admin.PUT('/v1/admin/credentials/{provider}', { params, body }));
    const { chainId } = CONFIG;
    const address = addresses.find((one) => one.chainId === chainId)?.address;
    const balance = async () =>
      (
        await unwrap(
          admin.GET('/v1/admin/credentials/{provider}/balance', { params: { ...params, query: { chainId } } }),
        )
      ).balance;
    expect(await balance()).toEqual({ denom: DENOM, amount: '0' });
    await pay(await newPayer(), PRICE, address ?? '');
    expect(await balance()).toEqual(PRICE);
  });

  it('returns QUEST_MISCONFIGURED for a chain without configured nodes', async () => {
    const { id } = await quest({ ...CONFIG, chainId: 'osmosis-1' });
    const txHash = 'A'.repeat(64);
    const person = await e2e.signIn({ wallet: newWallet('osmosis-1') });
    expectProblem(await submit(person, id, { txHash }), 'QUEST_MISCONFIGURED');
  });
});
