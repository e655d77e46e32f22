import type { Person } from './sign-in.js';

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
