import { unwrap } from '@questp/sdk';
import type { Person } from './sign-in.js';
import type { Wallet } from './wallet.js';

const at = (questId: string) => ({ params: { path: { questId } } });

/** Actions of earners. Each returns the answer as it is. */
export const checkIn = ({ client }: Pick<Person, 'client'>, questId: string) =>
  client.POST('/v1/quests/{questId}/daily-checkin/check-in', at(questId));

export const enterCode = ({ client }: Pick<Person, 'client'>, questId: string, code: string) =>
  client.POST('/v1/quests/{questId}/secret-code/verify', { ...at(questId), body: { code } });

export const answerQuiz = ({ client }: Pick<Person, 'client'>, questId: string, answers: Record<string, string[]>) =>
  client.POST('/v1/quests/{questId}/quiz/submit', { ...at(questId), body: { answers } });

export const submit = ({ client }: Pick<Person, 'client'>, questId: string, inputs: Record<string, unknown>) =>
  client.POST('/v1/quests/{questId}/submissions', { ...at(questId), body: { inputs } });

export const startVisit = ({ client }: Pick<Person, 'client'>, questId: string) =>
  client.POST('/v1/quests/{questId}/visit/start', at(questId));

export const completeVisit = ({ client }: Pick<Person, 'client'>, questId: string, visitToken: string) =>
  client.POST('/v1/quests/{questId}/visit/complete', { ...at(questId), body: { visitToken } });

/** The statement of a quest as a text for the wallet to sign. */
export const askForStatement = ({ client }: Pick<Person, 'client'>, questId: string, { address, chainId }: Wallet) =>
  client.POST('/v1/quests/{questId}/attestation/challenge', { ...at(questId), body: { address, chainId } });

export async function signStatement(earner: Pick<Person, 'client'>, questId: string, wallet: Wallet) {
  const body = wallet.prove(await unwrap(askForStatement(earner, questId, wallet)));
  return earner.client.POST('/v1/quests/{questId}/attestation/verify', { ...at(questId), body });
}
