import type { ChainTransaction, ChainTransactions, Fact } from '@questp/messages/integrations';
import { getOwnSubmission, listOwnChecks, submitQuest } from '@questp/messages/quests';
import { newWallet, startQuests, type QuestOptions } from './quests.fixture.js';

export const chainId = 'cosmoshub-4';

export type Transfers = Awaited<ReturnType<typeof startTransfers>>;

/** Quests that are completed by a transfer on a chain. */
export async function startTransfers() {
  const quests = await startQuests();
  let hashes = 0;
  const newHash = () => (hashes += 1).toString(16).toUpperCase().padStart(64, '0');

  const found = (hash: string, sender: string, more: Partial<ChainTransaction> = {}): Fact<ChainTransactions> => ({
    status: 'found',
    detail: null,
    retryAt: null,
    value: {
      transactions: [
        {
          ...{ hash, height: 7, time: new Date().toISOString(), code: 0, isComplete: true },
          acts: [{ kind: 'transfer', sender, recipient: 'cosmos1team', amounts: [{ denom: 'uatom', amount: '5' }] }],
          ...more,
        },
      ],
      isComplete: true,
    },
  });

  /** An earner with a wallet who hands in a transaction that the chain knows once `index` was called. */
  async function transfer(more: QuestOptions & { questId?: string; userId?: string; hash?: string } = {}) {
    const { questId: asked, userId: known, hash = newHash(), ...options } = more;
    const questId = asked ?? (await quests.addQuest('chain_transfer', { chainId }, { method: 'on_chain', ...options }));
    const userId = known ?? (await quests.addEarner());
    if (!quests.others.wallets.has(userId)) quests.others.wallets.set(userId, [newWallet(chainId)]);
    const sender = quests.others.wallets.get(userId)?.[0]?.address ?? '';
    const who = { userId, questId };
    return {
      who,
      hash,
      index: (change: Partial<ChainTransaction> = {}) =>
        quests.others.transactions.set(hash, found(hash, sender, change)),
      submit: () => quests.call(submitQuest, { ...who, inputs: { txHash: hash } }),
      get: (submissionId: string) => quests.call(getOwnSubmission, { userId, submissionId }),
      checks: async () => (await quests.call(listOwnChecks, { ...who, limit: 100 })).items,
    };
  }

  /** Time passes until what waits is due, and the worker checks it. */
  const recheck = async () => {
    await quests.letTimePass();
    await quests.worker().round();
  };

  return { quests, transfer, recheck };
}
