import { randomBytes } from 'node:crypto';
import { submitQuest } from '@questp/messages/quests';
import { insertInto } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, newUserId, newWallet, raceSame, RACERS } from '../../testing/quests.fixture.js';
import { chainId, startTransfers } from '../../testing/transfers.fixture.js';

describe('A transaction that no earner names', () => {
  const chain = started(async () => {
    const transfers = await startTransfers();
    return { ...transfers, stop: () => transfers.quests.stop() };
  });

  /** An earner whose transactions a node finds. */
  async function arrange(transactions: number) {
    const sent = await chain.transfer();
    sent.index({ height: 1 });
    const hashes = [sent.hash];
    for (let height = 2; height <= transactions; height += 1) {
      const another = await chain.transfer(sent.who);
      another.index({ height });
      hashes.push(another.hash);
    }
    const submit = () => chain.quests.call(submitQuest, { ...sent.who, inputs: {} });
    const use = (hash: string) =>
      chain.quests.db.execute(
        insertInto('completion_subject', {
          ...{ questId: sent.who.questId, kind: 'transaction', subject: `${chainId}/${hash}` },
          ...{ userId: newUserId(), periodKey: 'once' },
        }),
      );
    return { ...sent, hashes, submit, use };
  }

  it('completes the quest, once in 20 attempts', async () => {
    const { submit } = await arrange(1);
    const { replies, errors } = await raceSame(submit);
    expect([replies.length, errors]).toEqual([1, { ALREADY_COMPLETED: RACERS - 1 }]);
  });

  it('A-20: is skipped if it was used, and named if no other one fits', async () => {
    const { hashes, submit, use } = await arrange(2);
    const [oldest = '', newest = ''] = hashes;
    await use(oldest);
    expect(await submit()).toMatchObject({ status: 'claimed' });
    const again = await arrange(1);
    await again.use(again.hash);
    const { code, details } = await errorOf(again.submit());
    expect([code, details.detail]).toEqual([
      'SUBJECT_ALREADY_USED',
      `The transaction ${again.hash} has completed this quest already.`,
    ]);
    expect(newest).not.toBe(oldest);
  });

  it.each([
    ['osmosis-1', 'claimed'],
    ['injective-1', 'WALLET_NOT_LINKED'],
  ])('counts for a key that is linked on %s: %s', async (linkedOn, expected) => {
    const { quests } = chain;
    const key = randomBytes(32);
    const { address } = newWallet(chainId, key);
    const userId = await quests.addEarner();
    quests.others.wallets.set(userId, [{ chainId, address }]);
    const sent = await chain.transfer({ userId });
    sent.index();
    quests.others.wallets.set(userId, [newWallet(linkedOn, key)]);
    const attempt = quests.call(submitQuest, { ...sent.who, inputs: {} });
    expect(expected === 'claimed' ? (await attempt).status : (await errorOf(attempt)).code).toBe(expected);
  });
});
