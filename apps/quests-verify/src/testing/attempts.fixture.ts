import { randomBytes } from 'node:crypto';
import { sameKeyAddress, signArbitrary } from '@questp/chains';
import { chainOf } from '@questp/chains/testing';
import {
  checkIn,
  completeVisit,
  createAttestation,
  startVisit,
  submitQuest,
  submitQuiz,
  verifyAttestation,
  verifyMicroblog,
  verifyChatcomm,
  verifyEmailLink,
  verifyMessenger,
  verifySecretCode,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { earnerCode } from '../shared/earner-code.js';
import { completionCode } from '../task-types/course/completion-code.js';
import { EXAMPLE_COURSE_KEY } from '../task-types/course/learn-course.task-types.js';
import { exampleActs } from './chain-acts.fixture.js';
import { newUserId, type Quests } from './quests.fixture.js';
import { EXAMPLE_FILE_ID } from '../catalog/definition/evidence.js';
import { completingContract, type AvailableTaskType } from '../catalog/definition/task-type.js';

export interface Who {
  userId: string;
  questId: string;
}

export interface Wallet {
  chainId: string;
  address: string;
  key: Buffer;
}

const signatureOf = (chainId: string, key: Buffer, text: string) => {
  return signArbitrary(chainOf(chainId), key, text);
};

export function aWallet(chainId: string): Wallet {
  const key = randomBytes(32);
  return { chainId, key, address: signatureOf(chainId, key, '').address };
}

/** Does all that completes a quest of the type; `wallet` signs, or sent the transaction. */
export async function attempt(
  quests: Quests,
  type: AvailableTaskType,
  who: Who,
  wallet: Wallet,
): Promise<{ status: string }> {
  const inputs = type.exampleInputs;
  switch (completingContract(type).subject) {
    case submitQuiz.subject: {
      const { credit } = await quests.call(submitQuiz, {
        ...who,
        ...(inputs as { answers: Record<string, string[]> }),
      });
      return { status: credit?.status ?? 'failed' };
    }
    case checkIn.subject:
      return quests.call(checkIn, who);
    case verifySecretCode.subject:
      return quests.call(verifySecretCode, { ...who, ...(inputs as { code: string }) });
    case verifyEmailLink.subject:
      quests.others.emails.set(who.userId, `${newId()}@example.org`);
      return quests.call(verifyEmailLink, { ...who, useLinkedEmail: true });
    case verifyMicroblog.subject:
      quests.others.microblogUser(who.userId);
      return quests.call(verifyMicroblog, { ...who, inputs });
    case completeVisit.subject: {
      const { visitToken } = await quests.call(startVisit, who);
      return quests.call(completeVisit, { ...who, visitToken });
    }
    case verifyAttestation.subject: {
      const { address, chainId, key } = wallet;
      const { message, nonce } = await quests.call(createAttestation, { ...who, address, chainId });
      const { pubkeyBase64: pubkey, signatureBase64: signature } = signatureOf(chainId, key, message);
      return quests.call(verifyAttestation, { ...who, address, chainId, nonce, pubkey, signature });
    }
    case verifyMessenger.subject:
      quests.others.joinChat(who.userId);
      return quests.call(verifyMessenger, who);
    case verifyChatcomm.subject:
      quests.others.doers.set(who.userId, newId());
      return quests.call(verifyChatcomm, who);
    default:
      quests.others.doers.set(who.userId, newId());
      if (type.facts.codehostStar !== undefined) quests.others.star(who.userId);
      if (type.facts.referrals !== undefined) await invite(quests, who, 3);
      if (type.facts.evidence !== undefined) quests.others.upload(who.userId, 'image/png', EXAMPLE_FILE_ID);
      return quests.call(submitQuest, { ...who, inputs: inputsOf(quests, type, who, wallet) });
  }
}

/** Referrals that count at once, and that no worker looks at. */
async function invite(quests: Quests, { userId, questId }: Who, count: number): Promise<void> {
  for (let invited = 0; invited < count; invited += 1) {
    await quests.db.execute(sql`
      INSERT INTO referral (id, campaign_id, user_id, referrer_id, due_at)
      SELECT ${newId()}::uuid, campaign_id, ${newUserId()}::text, ${userId}::text, NULL FROM quest WHERE id = ${questId}`);
  }
}

function inputsOf(quests: Quests, type: AvailableTaskType, { questId, userId }: Who, wallet: Wallet) {
  const { id, exampleInputs } = type;
  if (type.facts.chainTransactions !== undefined) return { ...exampleInputs, ...sent(quests, type, wallet) };
  if (id === 'learn_course_complete') {
    const certificateUrl = `https://academy.example.org/certificates/${userId}`;
    return { completionCode: completionCode(EXAMPLE_COURSE_KEY, earnerCode(questId, userId)), certificateUrl };
  }
  return exampleInputs;
}

/** A transaction of the wallet's key that does what the example configuration of the type asks for. */
function sent(quests: Quests, { facts, exampleConfig, exampleInputs }: AvailableTaskType, wallet: Wallet): object {
  const query = facts.chainTransactions?.(exampleConfig, exampleInputs);
  if (query === undefined) return {};
  const txHash = randomBytes(32).toString('hex').toUpperCase();
  const sender = sameKeyAddress(chainOf(wallet.chainId), wallet.address, chainOf(query.chainId)) ?? '';
  const transaction = {
    ...{ hash: txHash, height: 7, time: new Date().toISOString(), code: 0, isComplete: true },
    acts: exampleActs(query.kinds, sender),
  };
  quests.others.transactions.set(txHash, {
    ...{ status: 'found', detail: null, retryAt: null },
    value: { transactions: [transaction], isComplete: true },
  });
  return { txHash };
}
