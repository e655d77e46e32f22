import { verifyArbitrary, type AccountRules } from '@questp/chains';
import type { WalletProof } from '@questp/messages/shared';

/** Purpose of a challenge: sign-in by any caller, or linking or choosing a payout address by one user. */
export type ChallengeSubject = { purpose: 'sign_in'; userId: null } | { purpose: 'link' | 'payout'; userId: string };

/** A challenge as issued. */
export interface Challenge {
  purpose: string;
  userId: string | null;
  chainId: string;
  address: string;
  /** The exact text that the wallet has to sign. */
  message: string;
}

/**
 * True if the proof answers the challenge for this subject. Uses the stored text, and prefix and hash from the
 * registry, never values from the client.
 * @param chain the chain of the proof; undefined when it is not enabled
 */
export function answersChallenge(
  challenge: Challenge | undefined,
  subject: ChallengeSubject,
  chain: AccountRules | undefined,
  proof: WalletProof,
): boolean {
  if (challenge === undefined || chain === undefined) return false;
  if (challenge.purpose !== subject.purpose || challenge.userId !== subject.userId) return false;
  if (challenge.chainId !== proof.chainId || challenge.address !== proof.address) return false;
  return verifyArbitrary(chain, {
    address: challenge.address,
    message: challenge.message,
    pubkeyBase64: proof.pubkey,
    signatureBase64: proof.signature,
  });
}
