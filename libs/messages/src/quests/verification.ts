import type { Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { SubmissionStatus } from './submissions.js';

type ByEarner = { userId: string; questId: string };

/** What a credit answers with. */
export interface Credit {
  submissionId: string;
  status: SubmissionStatus;
  pointsAwarded: number;
  xpAwarded: number;
  claimedAt: Timestamp;
}

/** The same where the quest's method may ask for a reviewer: `in_review` without points until the decision. */
export type Completion = Omit<Credit, 'claimedAt'> & { claimedAt: Timestamp | null };

// Daily check-in (spec 4.2 rule 3)
export interface CheckInStatus {
  canCheckIn: boolean;
  streak: number;
  nextAvailableAt: Timestamp | null;
  lastCheckInAt: Timestamp | null;
}
export const getCheckInStatus = contract<ByEarner, CheckInStatus>('quests.daily-checkin.status');
/** QUEST_COOLDOWN when the UTC day is used. */
export const checkIn = contract<ByEarner, Credit & { streak: number; nextAvailableAt: Timestamp }>(
  'quests.daily-checkin.check-in',
);

// Quiz (spec 2.5, 4.2 rule 1)
export interface QuizQuestion {
  id: string;
  text: string;
  kind: 'single' | 'multiple';
  options: { id: string; text: string }[];
}
export interface Quiz {
  questId: string;
  passScorePercent: number;
  maxAttempts: number;
  retryCooldownMinutes: number;
  questions: QuizQuestion[];
}
export interface QuizStatus {
  passed: boolean;
  attemptsUsed: number;
  attemptsLeft: number;
  /** When the next attempt may start; null: now, or never. */
  availableAt: Timestamp | null;
  lastAttempt: { at: Timestamp; scorePercent: number; passed: boolean } | null;
}
export interface QuizResult extends QuizStatus {
  scorePercent: number;
  questions: { questionId: string; correct: boolean }[];
  /** After a pass with explanations on, else null. */
  corrections: { questionId: string; correctOptionIds: string[]; explanation: string | null }[] | null;
  credit: Credit | null;
}
/** `userId` seeds the shuffle when there is one. */
export const getQuiz = contract<{ questId: string; userId?: string }, Quiz>('quests.quiz.get');
export const getQuizStatus = contract<ByEarner, QuizStatus>('quests.quiz.status');
/** TASK_INPUTS_INVALID (uses no attempt), QUEST_COOLDOWN, QUIZ_ATTEMPTS_EXHAUSTED; after a pass the first result. */
export const submitQuiz = contract<ByEarner & { answers: Record<string, string[]> }, QuizResult>('quests.quiz.submit');

/** SECRET_CODE_WRONG; RATE_LIMITED after 10 wrong codes in 15 minutes, the right one included. */
export const verifySecretCode = contract<ByEarner & { code: string }, Credit>('quests.secret-code.verify');

// Visits: a server-issued, time-bound token
export interface Visit {
  visitToken: string;
  url: string;
  /** From when the token completes the quest. */
  completeFrom: Timestamp;
  expiresAt: Timestamp;
}
export const startVisit = contract<ByEarner, Visit>('quests.visit.start');
/** VISIT_TOO_SHORT (the token stays good), VISIT_TOKEN_INVALID */
export const completeVisit = contract<ByEarner & { visitToken: string }, Completion>('quests.visit.complete');

// Signed text: attestation_sign and chain_wallet_connect
export interface AttestationChallenge {
  nonce: string;
  /** Text to sign as ADR-036. */
  message: string;
  expiresAt: Timestamp;
}
/** WALLET_NOT_LINKED: the address is not a wallet of the account on that chain. */
export const createAttestation = contract<ByEarner & { address: string; chainId: string }, AttestationChallenge>(
  'quests.attestation.challenge',
);
/** CHALLENGE_INVALID for every cause; WALLET_ALREADY_USED. */
export const verifyAttestation = contract<
  ByEarner & { address: string; chainId: string; pubkey: string; signature: string; nonce: string },
  Credit
>('quests.attestation.verify');
