import type { Submission } from '@questp/messages';
import type { Answer, Problem } from './call.js';
import type { Person } from './sign-in.js';

type At = { gateway?: number };

/** What earners do at quests; each gives whatever was answered. */
export const checkIn = (person: Person, questId: string, { gateway = 0 }: At = {}): Promise<Answer<Problem>> =>
  person.client.callAt(gateway, 'POST', `/v1/quests/${questId}/daily-checkin/check-in`);

export const enterCode = (person: Person, questId: string, code: string, { gateway = 0 }: At = {}) =>
  person.client.callAt(gateway, 'POST', `/v1/quests/${questId}/secret-code/verify`, { body: { code } });

export const answerQuiz = <T = Problem>(person: Person, questId: string, answers: unknown, { gateway = 0 }: At = {}) =>
  person.client.callAt<T>(gateway, 'POST', `/v1/quests/${questId}/quiz/submit`, { body: { answers } });

export const submit = <T = Submission>(person: Person, questId: string, inputs: unknown, { gateway = 0 }: At = {}) =>
  person.client.callAt<T>(gateway, 'POST', `/v1/quests/${questId}/submissions`, { body: { inputs } });
