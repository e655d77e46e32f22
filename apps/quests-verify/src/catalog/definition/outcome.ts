import { AppError, opensAt, type ErrorCode } from '@questp/messages/language';
import type { JsonObject } from './json-schema.js';

/**
 * What a completion is proven by; it completes a quest for one account only.
 * - wallet: the account bytes an address encodes, in hex, so that the same key on another chain is the same wallet.
 * - account: `<platform>/<id>` of a linked account, which may complete it again in another period.
 * - transaction: `<chain id>/<HASH>`; counts once per quest at all.
 */
export interface Subject {
  kind: 'wallet' | 'account' | 'transaction';
  subject: string;
}

/**
 * What a rule decides about one attempt.
 * - pass: the quest is completed, points are due. Of several subjects the first that is free is taken.
 * - fail: the attempt is refused with this code; `availableAt` says when the same attempt can succeed.
 * - review: a human decides.
 * `result` is for the feature that asked, for example a score.
 */
export type Outcome =
  | { kind: 'pass'; subjects?: readonly Subject[]; result?: JsonObject }
  | { kind: 'fail'; code: ErrorCode; detail: string; availableAt?: Date; result?: JsonObject }
  | { kind: 'review' };

/**
 * Why there are no facts to decide on.
 * - inconclusive: a source did not answer (unavailable), or what it should tell of is not there yet (not_ready).
 * - relink: the earner has to link an account or wallet, or to link it again.
 * - misconfigured: the settings of the quest cannot be checked.
 */
export type Missing =
  | { kind: 'inconclusive'; cause: 'unavailable' | 'not_ready'; code: ErrorCode; detail: string; retryAt?: Date }
  | { kind: 'relink'; code: 'ACCOUNT_RELINK_NEEDED' | 'WALLET_NOT_LINKED'; detail: string }
  | { kind: 'misconfigured'; code: 'QUEST_MISCONFIGURED'; detail: string };

export type Decision = Outcome | Missing;

/** The error of an attempt that ends here without a submission. */
export function refusal(decision: Exclude<Decision, { kind: 'pass' | 'review' }>): AppError {
  const availableAt = 'availableAt' in decision ? decision.availableAt : undefined;
  return new AppError(decision.code, {
    detail: decision.detail,
    ...(decision.kind === 'inconclusive' ? { retryAfter: 5 } : {}),
    extra: opensAt(availableAt),
  });
}
