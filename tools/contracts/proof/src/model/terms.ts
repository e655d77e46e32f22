import { type Asset } from '../scenario/backend.js';

/** Limits of a factory as its messages carry them; seconds and counts. */
export interface Limits {
  min_challenge_secs: number;
  max_challenge_secs: number;
  min_commit_window_secs: number;
  max_commit_window_secs: number;
  min_recommit_secs: number;
  min_claim_window_secs: number;
  max_claim_window_secs: number;
  dispute_timeout_secs: number;
  max_pause_secs: number;
  max_commit_batch: number;
  max_distribute_batch: number;
}

/** The terms of a campaign in a ticket. Times are nanoseconds, amounts smallest units. */
export interface TicketTerms {
  campaignId: string;
  attempt: number;
  owner: string;
  asset: Asset;
  minFunding: bigint;
  startsAt: bigint;
  endsAt: bigint;
  feeBps: number;
  minPayout: bigint;
  maxShareBps: number;
  challengeSecs: number;
  commitWindowSecs: number;
  claimWindowSecs: number;
}

/** The rest of a ticket: what ties it to one chain, factory and configuration. */
export interface TicketBinding {
  v: number;
  chainId: string;
  factory: string;
  escrowCodeId: number;
  escrowAdmin: string | null;
  expiresAt: bigint;
}

/** A ticket with what a forger did to its bytes. */
export interface SignedTerms extends TicketTerms, TicketBinding {
  /** The signature is the configured signer's, in low-S form. */
  isSigned: boolean;
  /** The signed bytes are the JSON of a ticket. */
  parses: boolean;
}
