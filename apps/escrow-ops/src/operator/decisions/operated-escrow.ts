import type { Timestamp } from '@questp/messages/language';
import type { ApprovedPlan } from '../../plans/allocations.repository.js';
import type { EscrowReading } from '../../chain/escrow-reading.js';

/** A plan and the version of the allocation on the chain that it was sent to. */
export interface SentPlan {
  planId: string;
  version: number;
}

/** A message that is repeated until its work is complete. */
export interface Repeated {
  action: string;
  times: number;
  at: Timestamp;
  /** Last address of an unfinished round of retries; empty: the round is complete. */
  after: string;
}

/** The memory of the operator about its messages to an escrow. */
export interface OperatorMemory {
  /** Entries per commit, and payouts per call of distribute. */
  commitBatch: number;
  distributeBatch: number;
  /** Plan and version of the last commit and of the last finalize. */
  committed: SentPlan | null;
  finalized: SentPlan | null;
  /** The plan for which unknown entries were discarded. */
  discardedFor: string | null;
  repeated: Repeated | null;
  /** Refused messages and failed readings since the last sent message. */
  failures: number;
}

/** An escrow as read from the chain, with the memory of the operator. */
export interface OperatedEscrow extends Pick<EscrowReading, 'config' | 'status'> {
  /** Terms in which it differs from its ticket. */
  differingTerms: readonly string[];
  /** Failed payouts after the last one retried in this round, at most those of one message. */
  failed: readonly string[];
  /** Address of the allocation file, which the escrow stores. */
  allocationUri: string;
  memory: OperatorMemory;
}

/** The approved plan, and how far the allocation on the chain agrees with it. */
export interface OperatedPlan extends ApprovedPlan {
  /** Whether its stored entries have its hash and its sum, and are paid exactly. */
  isIntact: boolean;
  /** Its entries up to the last address that is committed. */
  prefix: { entries: number; total: string; lastAddress: string | null };
  /** Its entries after it, at most as many as a commit can have. */
  next: readonly { address: string; weight: string }[];
  /** First entries on the chain that were read and found equal to those of the plan. */
  equalEntries: number;
  /** Address of the first committed entry that is another one in the plan. */
  differingEntry: string | null;
}
