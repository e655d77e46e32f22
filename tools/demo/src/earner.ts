import { setTimeout as sleep } from 'node:timers/promises';
import { SurprisingAnswer, type Person } from './api.js';
import { ToldCredits } from './credits.js';
import { PROOF_CHAIN, QUIZ_ANSWERS, SECRET_CODE, TERMS_VERSION, WRONG_QUIZ_ANSWERS } from './program.js';
import type { Platform } from './platform.js';
import { linkWallet } from './sign-in.js';
import type { Project } from './studio.js';
import { traitsOf, type Traits } from './traits.js';
import { newWallet, walletProof, type Wallet } from './wallet.js';
import { enter, type Entrant } from './ways-in.js';

export interface Earner extends Entrant {
  number: number;
  traits: Traits;
  told: ToldCredits;
}

const REVIEWED = ['survey', 'idea', 'article'] as const;
type ReviewedKey = (typeof REVIEWED)[number];

/** Signs in and takes part in every quest once, in the way of the earner's traits. */
export async function play(
  { visitor, platform, project }: { visitor: Person; platform: Platform; project: Project },
  number: number,
  chainId: string,
): Promise<Earner> {
  const entrant = await enter(platform, visitor, number, chainId);
  const earner = { ...entrant, number, traits: traitsOf(number), told: await ToldCredits.of(entrant.person) };
  try {
    await takePart(earner, project);
  } catch (error) {
    await earner.told.stop();
    throw error;
  }
  return earner;
}

/** Hands in better work for what was rejected, when the earner is one that improves. */
export async function improve({ person, traits, number }: Earner, project: Project): Promise<void> {
  if (traits.work !== 'improves') return;
  const { items } = await person.get(
    person.api.GET('/v1/users/me/submissions', { params: { query: { status: ['rejected'], limit: 100 } } }),
  );
  for (const key of REVIEWED) {
    const rejected = items.find(({ questId }) => questId === project.quests[key]);
    if (rejected) await submit({ person }, rejected.questId, work(key, 'final', number));
  }
}

async function takePart(earner: Earner, project: Project): Promise<void> {
  const { person, number } = earner;
  await person.get(person.api.PATCH('/v1/users/me', { body: { displayName: `Earner ${number}` } }));
  await person.get(person.api.GET('/v1/users/me'));
  const proofWallet = await walletOnProofChain(earner);
  for (const campaignId of Object.values(project.campaigns)) {
    await person.get(person.api.GET('/v1/discover/quests', { params: { query: { campaignId, limit: 50 } } }));
  }
  const visit = await startVisit(earner, project);
  await earlyBird(earner, project);
  await checkIn(earner, project);
  await takeQuiz(earner, project);
  await enterCode(earner, project);
  await submit(earner, project.quests.terms, { version: TERMS_VERSION });
  await submit(earner, project.quests.link, {});
  await signStatement(earner, project.quests.prove, proofWallet);
  await workToReview(earner, project);
  await completeVisit(earner, project, visit);
}

/** The own wallet when it is on the chain to be proven, else a second one, which is linked first. */
async function walletOnProofChain({ person, wallet }: Earner): Promise<Wallet> {
  if (wallet.chainId === PROOF_CHAIN) return wallet;
  const second = newWallet(PROOF_CHAIN);
  await linkWallet(person, second);
  return second;
}

async function submit({ person }: Pick<Earner, 'person'>, questId: string, inputs: Record<string, unknown>) {
  const params = { path: { questId } };
  return await person.get(person.api.POST('/v1/quests/{questId}/submissions', { params, body: { inputs } }));
}

interface Visit {
  visitToken: string;
  completeFrom: string;
}

/** Undefined when it is completed already, which a hurrying earner on a slow machine may be in time for. */
async function startVisit({ person, traits }: Earner, project: Project): Promise<Visit | undefined> {
  const params = { path: { questId: project.quests.visit } };
  const visit = await person.get(person.api.POST('/v1/quests/{questId}/visit/start', { params }));
  if (!traits.hurries) return visit;
  const body = { visitToken: visit.visitToken };
  const early = person.api.POST('/v1/quests/{questId}/visit/complete', { params, body });
  const outcome = await person.attempt(early, 'VISIT_TOO_SHORT');
  if ('refusal' in outcome) return visit;
  if (Date.now() < Date.parse(visit.completeFrom)) throw new SurprisingAnswer('A visit was completed too early');
  return undefined;
}

async function completeVisit({ person }: Earner, project: Project, visit: Visit | undefined): Promise<void> {
  if (!visit) return;
  // The clocks of the platform and of this machine may differ a little.
  await sleep(Math.max(0, Date.parse(visit.completeFrom) - Date.now()) + 20);
  const params = { path: { questId: project.quests.visit } };
  const body = { visitToken: visit.visitToken };
  await person.get(person.api.POST('/v1/quests/{questId}/visit/complete', { params, body }));
}

async function earlyBird({ person }: Earner, project: Project): Promise<void> {
  const params = { path: { questId: project.quests['early-bird'] } };
  const body = { inputs: { version: TERMS_VERSION } };
  await person.attempt(person.api.POST('/v1/quests/{questId}/submissions', { params, body }), 'QUEST_FULL');
}

async function checkIn({ person, traits }: Earner, project: Project): Promise<void> {
  const params = { path: { questId: project.quests['check-in'] } };
  await person.get(person.api.GET('/v1/quests/{questId}/daily-checkin/status', { params }));
  await person.get(person.api.POST('/v1/quests/{questId}/daily-checkin/check-in', { params }));
  if (traits.checksInTwice) {
    await person.attempt(person.api.POST('/v1/quests/{questId}/daily-checkin/check-in', { params }), 'QUEST_COOLDOWN');
  }
}

async function takeQuiz({ person, traits }: Earner, project: Project): Promise<void> {
  const params = { path: { questId: project.quests.quiz } };
  const answer = (answers: Record<string, string[]>) =>
    person.api.POST('/v1/quests/{questId}/quiz/submit', { params, body: { answers } });
  await person.get(person.api.GET('/v1/quests/{questId}/quiz', { params }));
  if (traits.quiz !== 'knows') await person.get(answer(WRONG_QUIZ_ANSWERS));
  if (traits.quiz === 'fails') {
    await person.get(answer(WRONG_QUIZ_ANSWERS));
    await person.refused(answer(QUIZ_ANSWERS), 'QUIZ_ATTEMPTS_EXHAUSTED');
    return;
  }
  await person.get(answer(QUIZ_ANSWERS));
}

async function enterCode({ person, traits }: Earner, project: Project): Promise<void> {
  const params = { path: { questId: project.quests.code } };
  const enter = (code: string) =>
    person.api.POST('/v1/quests/{questId}/secret-code/verify', { params, body: { code } });
  if (traits.code !== 'knows') await person.refused(enter('Sunset'), 'SECRET_CODE_WRONG');
  if (traits.code === 'gives up') return;
  await person.get(enter(` ${SECRET_CODE.toLowerCase()} `));
}

async function signStatement({ person }: Earner, questId: string, wallet: Wallet): Promise<void> {
  const params = { path: { questId } };
  const { address, chainId } = wallet;
  const challenge = await person.get(
    person.api.POST('/v1/quests/{questId}/attestation/challenge', { params, body: { address, chainId } }),
  );
  await person.get(
    person.api.POST('/v1/quests/{questId}/attestation/verify', { params, body: walletProof(wallet, challenge) }),
  );
}

async function workToReview(earner: Earner, project: Project): Promise<void> {
  const { person, traits, number, wallet } = earner;
  const quality = traits.work === 'good' ? 'final' : 'draft';
  if (traits.hurries) {
    const params = { path: { questId: project.quests.article } };
    const body = { inputs: work('article', quality, number) };
    const early = person.api.POST('/v1/quests/{questId}/submissions', { params, body });
    await person.refused(early, 'PREREQUISITES_NOT_MET');
  }
  await signStatement(earner, project.quests.attest, wallet);
  for (const key of REVIEWED) await submit(earner, project.quests[key], work(key, quality, number));
}

/** What is handed in; the moderator knows drafts by the word. */
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
