import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerQuiz,
  checkIn,
  completeVisit,
  enterCode,
  linkWallet,
  newWallet,
  signStatement,
  startVisit,
  submit,
  type Gateways,
  type Wallet,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { attempt, refused } from './answers.js';
import { ReceivedCredits } from './credits.js';
import type { Platform } from './platform.js';
import { PROOF_CHAIN, QUIZ_ANSWERS, SECRET_CODE, TERMS_VERSION, WRONG_QUIZ_ANSWERS } from './program.js';
import { enter, type Entrant } from './sign-in-methods.js';
import type { Project } from './studio.js';
import { traitsOf, type Traits } from './traits.js';

export interface Earner extends Entrant {
  number: number;
  traits: Traits;
  received: ReceivedCredits;
}

const REVIEWED = ['survey', 'idea', 'article'] as const;
type ReviewedKey = (typeof REVIEWED)[number];

/** Signs in and takes part in every quest once, in the way of the earner's traits. */
export async function play(
  { gateways, platform, project }: { gateways: Gateways; platform: Platform; project: Project },
  number: number,
  chainId: string,
): Promise<Earner> {
  const entrant = await enter(platform, gateways, number, chainId);
  const earner = { ...entrant, number, traits: traitsOf(number), received: await ReceivedCredits.of(entrant.client) };
  try {
    await takePart(earner, project);
  } catch (error) {
    await earner.received.stop();
    throw error;
  }
  return earner;
}

/** Submits better work for what was rejected, when the earner is one that improves. */
export async function improve(earner: Earner, project: Project): Promise<void> {
  const { client, traits, number } = earner;
  if (traits.work !== 'improves') return;
  const { items } = await unwrap(
    client.GET('/v1/users/me/submissions', { params: { query: { status: ['rejected'], limit: 100 } } }),
  );
  for (const key of REVIEWED) {
    const rejected = items.find(({ questId }) => questId === project.quests[key]);
    if (rejected) await unwrap(submit(earner, rejected.questId, work(key, 'final', number)));
  }
}

async function takePart(earner: Earner, project: Project): Promise<void> {
  const { client, number } = earner;
  const { quests } = project;
  await unwrap(client.PATCH('/v1/users/me', { body: { displayName: `Earner ${number}` } }));
  await unwrap(client.GET('/v1/users/me'));
  const proofWallet = await walletOnProofChain(earner);
  for (const { campaign } of Object.values(project.campaigns)) {
    const query = { campaignId: campaign.id, limit: 50 };
    await unwrap(client.GET('/v1/discover/quests', { params: { query } }));
  }
  const visit = await beginVisit(earner, quests.visit);
  await attempt(submit(earner, quests['early-bird'], { version: TERMS_VERSION }), 'QUEST_FULL');
  await checkInOnce(earner, quests['check-in']);
  await takeQuiz(earner, quests.quiz);
  await findCode(earner, quests.code);
  await unwrap(submit(earner, quests.terms, { version: TERMS_VERSION }));
  await unwrap(submit(earner, quests.link, {}));
  await unwrap(signStatement(earner, quests.prove, proofWallet));
  await workToReview(earner, project);
  await endVisit(earner, quests.visit, visit);
}

/** The own wallet if it is on the chain to be proven, else a second one, which is linked first. */
async function walletOnProofChain({ client, wallet }: Earner): Promise<Wallet> {
  if (wallet.chainId === PROOF_CHAIN) return wallet;
  const second = newWallet(PROOF_CHAIN);
  await unwrap(linkWallet(client, second));
  return second;
}

interface Visit {
  visitToken: string;
  completeFrom: string;
}

/** Undefined if the visit is completed already: on a slow machine an earner who hurries may be late enough. */
async function beginVisit(earner: Earner, questId: string): Promise<Visit | undefined> {
  const visit = await unwrap(startVisit(earner, questId));
  if (!earner.traits.hurries) return visit;
  const outcome = await attempt(completeVisit(earner, questId, visit.visitToken), 'VISIT_TOO_SHORT');
  if ('refusal' in outcome) return visit;
  if (Date.now() < Date.parse(visit.completeFrom)) throw new Error('A visit was completed too early');
  return undefined;
}

async function endVisit(earner: Earner, questId: string, visit: Visit | undefined): Promise<void> {
  if (!visit) return;
  // The clocks of the platform and of this machine may differ a little.
  await sleep(Math.max(0, Date.parse(visit.completeFrom) - Date.now()) + 20);
  await unwrap(completeVisit(earner, questId, visit.visitToken));
}

async function checkInOnce(earner: Earner, questId: string): Promise<void> {
  const params = { path: { questId } };
  await unwrap(earner.client.GET('/v1/quests/{questId}/daily-checkin/status', { params }));
  await unwrap(checkIn(earner, questId));
  if (earner.traits.checksInTwice) await attempt(checkIn(earner, questId), 'QUEST_COOLDOWN');
}

async function takeQuiz(earner: Earner, questId: string): Promise<void> {
  const { client, traits } = earner;
  await unwrap(client.GET('/v1/quests/{questId}/quiz', { params: { path: { questId } } }));
  if (traits.quiz !== 'knows') await unwrap(answerQuiz(earner, questId, WRONG_QUIZ_ANSWERS));
  if (traits.quiz === 'fails') {
    await unwrap(answerQuiz(earner, questId, WRONG_QUIZ_ANSWERS));
    await refused(answerQuiz(earner, questId, QUIZ_ANSWERS), 'QUIZ_ATTEMPTS_EXHAUSTED');
    return;
  }
  await unwrap(answerQuiz(earner, questId, QUIZ_ANSWERS));
}

async function findCode(earner: Earner, questId: string): Promise<void> {
  const { code } = earner.traits;
  if (code !== 'knows') await refused(enterCode(earner, questId, 'Sunset'), 'SECRET_CODE_WRONG');
  if (code === 'gives up') return;
  await unwrap(enterCode(earner, questId, ` ${SECRET_CODE.toLowerCase()} `));
}

async function workToReview(earner: Earner, { quests }: Project): Promise<void> {
  const { traits, number, wallet } = earner;
  const quality = traits.work === 'good' ? 'final' : 'draft';
  if (traits.hurries) {
    await refused(submit(earner, quests.article, work('article', quality, number)), 'PREREQUISITES_NOT_MET');
  }
  await unwrap(signStatement(earner, quests.attest, wallet));
  for (const key of REVIEWED) await unwrap(submit(earner, quests[key], work(key, quality, number)));
}

/** The inputs of a submission; the moderator knows drafts by the word. */
function work(key: ReviewedKey, quality: 'draft' | 'final', number: number): Record<string, unknown> {
  switch (key) {
    case 'survey':
      return { answers: { role: `Developer (${quality})`, years: number % 50 } };
    case 'idea':
      return { text: `A ${quality} proposal: show when the next check-in opens.` };
    case 'article':
      return { link: `https://blog.example.org/${quality}/${number}` };
  }
}
