import type { ErrorCode, VerificationMethod } from '@questp/messages';

/**
 * What a rule decides about one attempt.
 * - pass: the quest is completed, points are due.
 * - fail: the attempt is refused with this code; `availableAt` says when the same attempt can succeed.
 * - review: a human decides.
 * - pending: the facts are not there yet; the check is repeated at `nextTryAt`.
 */
export type Outcome =
  | { kind: 'pass' }
  | { kind: 'fail'; code: ErrorCode; detail: string; availableAt?: Date }
  | { kind: 'review' }
  | { kind: 'pending'; code: ErrorCode; detail: string; nextTryAt: Date };

/** A wallet linked to the earner's account; `chainId` is the bare chain id, `address` as the chain writes it. */
export type LinkedWallet = { chainId: string; address: string };

/** The life of one visit token. */
export interface VisitTimes {
  issuedAt: Date;
  expiresAt: Date;
}

/** Everything rules may look at besides configuration and inputs. What a type does not name in `facts` keeps NO_FACTS' value. */
export interface Facts {
  now: Date;
  wallets: readonly LinkedWallet[];
  /** The submitted signature proves the submitted address over the server-issued text. */
  walletProven: boolean;
  /** The visit the submitted token stands for; null: no such visit of this earner and quest. */
  visit: VisitTimes | null;
}

/** Facts that prove nothing: a fact nobody gathered never lets a rule pass. */
export const NO_FACTS: Omit<Facts, 'now'> = { wallets: [], walletProven: false, visit: null };

const REVIEWED: ReadonlySet<VerificationMethod> = new Set(['manual', 'ai_verify', 'hybrid_ai']);

/** A passed check goes to human review when the quest's method asks for it (spec 2.2, 3 behaviour 3). */
export function underMethod(method: VerificationMethod, outcome: Outcome): Outcome {
  return outcome.kind === 'pass' && REVIEWED.has(method) ? { kind: 'review' } : outcome;
}
