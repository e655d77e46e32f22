import type { LinkedAccountProvider } from '@questp/messages/shared';
import { AppError, opensAt, type ErrorCode } from '@questp/messages/language';
import type { JsonObject } from './json-schema.js';

/**
 * Proof of a completion. A subject completes a quest for one account only.
 * - wallet: the account bytes an address encodes, in hex, so that the same key on another chain is the same wallet.
 * - account: `<platform>/<id>` of a linked account, which can complete the quest again in another period.
 * - transaction: `<chain id>/<HASH>`; completes a quest once, whatever the period.
 * - post: `<platform>/<id>`; completes a quest once, whatever the period.
 * - space: `<platform>/<id>/<account id>`; completes a quest once for each of its hosts.
 * - email: the keyed hash of a verified e-mail address, which belongs to the quest.
 * - link: the address of a page, in one form; the same earner can hand it in again in another period.
 */
export interface Subject {
  kind: 'wallet' | 'account' | 'transaction' | 'post' | 'space' | 'link' | 'email';
  subject: string;
}

/** What a submission in review is proven by. */
export interface ReviewedSubject extends Subject {
  /** Name of a linked account; null: it has none, or the subject is no account. */
  handle: string | null;
  /** False: several earners can hand it in; reviewers see who did. */
  reserved: boolean;
}

/**
 * Decision of a rule about one attempt.
 * - pass: the quest is completed. Of several subjects, the first that no other account has used is taken;
 *   `usesOneOf` are taken besides.
 * - fail: the attempt is refused with this code; `availableAt` is when the same attempt can succeed.
 * - review: a reviewer decides; `detail` says why, where it is not by the task type.
 * - inconclusive: it can still come true; the attempt is checked again.
 * `result` is for the use case, for example a score.
 */
export type Outcome =
  | {
      kind: 'pass';
      subjects?: readonly Subject[];
      usesOneOf?: readonly Subject[];
      /** In place of the points of the quest. */
      points?: number;
      result?: JsonObject;
    }
  | { kind: 'fail'; code: ErrorCode; detail: string; availableAt?: Date; result?: JsonObject }
  | { kind: 'review'; detail?: string }
  | NotYet;

/** Why an attempt is refused that needs the linked account of a platform. */
export type AccountProblem = 'NOT_LINKED' | 'ACCOUNT_RELINK_NEEDED';

interface Inconclusive {
  kind: 'inconclusive';
  cause: 'unavailable' | 'not_ready' | 'budget' | 'misconfigured';
  code: ErrorCode;
  detail: string;
  /** Time of the next check; soon by default. */
  retryAt?: Date;
}

type NotYet = Inconclusive & { cause: 'not_ready' };

/**
 * Reason why facts are missing.
 * - inconclusive: a source did not answer (unavailable), its subject does not exist yet (not_ready), the campaign has to
 *   pay for the answer and its budget is used up (budget), or the endpoint of the project answers outside of its contract
 *   until the team corrects it (misconfigured).
 * - relink: the earner has to link the account of a platform, a wallet or an e-mail address (again).
 * - fail: the settings of the earner's account hide what the quest checks.
 * - misconfigured: the quest's settings cannot be verified.
 */
export type Missing =
  | Inconclusive
  | { kind: 'relink'; code: AccountProblem; account: LinkedAccountProvider; detail: string }
  | { kind: 'relink'; code: 'WALLET_NOT_LINKED' | 'EMAIL_MISSING'; detail: string }
  | { kind: 'fail'; code: 'ACCOUNT_HIDDEN'; detail: string }
  | { kind: 'misconfigured'; code: 'QUEST_MISCONFIGURED'; detail: string };

export type Decision = Outcome | Missing;

/** True if the source gave no usable answer and named no time for the next try, as it does when a quota is used up. */
export const isUnanswered = (decision: Decision | null): boolean =>
  decision?.kind === 'inconclusive' &&
  (decision.cause === 'unavailable' || decision.cause === 'misconfigured') &&
  decision.retryAt === undefined;

/** True if the team has to correct the quest. */
export const isForTeam = (missing: Missing): boolean =>
  missing.kind === 'misconfigured' || (missing.kind === 'inconclusive' && missing.cause === 'misconfigured');

/** The error of an attempt that ends without a submission. */
export function refusal(decision: Exclude<Decision, { kind: 'pass' | 'review' }>): AppError {
  const availableAt = 'availableAt' in decision ? decision.availableAt : undefined;
  return new AppError(decision.code, {
    detail: decision.detail,
    ...(decision.kind === 'inconclusive' ? { retryAfter: 5 } : {}),
    extra: { ...opensAt(availableAt), ...('account' in decision ? { missingAccount: decision.account } : {}) },
  });
}
