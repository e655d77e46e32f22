import type { Asset } from '@questp/message-schema';
import type { EscrowAttempt, EscrowDispute, EscrowFinalized, EscrowState } from '@questp/messages/escrow';
import type { Timestamp } from '@questp/messages/language';
import type { ChainAsset } from '@questp/messages/shared';
import type { EscrowReading } from '../escrow-reading.js';
import type { EscrowStateRow } from './escrow-states.repository.js';

const NANOSECONDS_PER_MS = 1_000_000n;

/** Times of contracts are nanoseconds since 1970, as text. */
export const toTime = (nanoseconds: string): Timestamp =>
  new Date(Number(BigInt(nanoseconds) / NANOSECONDS_PER_MS)).toISOString();

const orNull = (nanoseconds: string | null): Timestamp | null => (nanoseconds === null ? null : toTime(nanoseconds));

export const toAsset = (asset: Asset): ChainAsset =>
  'native' in asset ? { kind: 'native', id: asset.native.denom } : { kind: 'cw20', id: asset.cw20.address };

export const toEscrowAttempt = ({ attempt, address, status, entry }: EscrowStateRow): EscrowAttempt => ({
  ...{ attempt, address, phase: status.phase, fundedTotal: status.funded_total, createdAt: toTime(entry.created_at) },
});

export function toEscrowState(row: EscrowStateRow): EscrowState {
  const { attempt, chainId, factory, address, entry, status, ownership } = row;
  return {
    ...{ attempt, chainId, factory, address },
    asset: toAsset(entry.asset),
    createdAt: toTime(entry.created_at),
    phase: status.phase,
    deadlines: {
      startsAt: toTime(status.deadlines.starts_at),
      endsAt: toTime(status.deadlines.ends_at),
      commitDeadline: toTime(status.deadlines.commit_deadline),
      challengeEndsAt: orNull(status.finalized?.challenge_ends_at ?? null),
      claimDeadline: orNull(status.deadlines.claim_deadline),
    },
    paused: status.paused,
    pausedUntil: orNull(status.paused_until),
    ownership: {
      owner: ownership.owner,
      pendingOwner: ownership.pending_owner,
      pendingUntil: orNull(ownership.pending_expiry),
    },
    fundedTotal: status.funded_total,
    balance: status.balance,
    version: status.version,
    finalized: toFinalized(status),
    dispute: toDispute(status),
    payouts: {
      entries: status.entry_count,
      examined: status.cursor,
      paid: status.paid_count,
      paidTotal: status.paid_total,
      failed: status.failed_count,
      failedTotal: status.failed_outstanding,
      skipped: status.skipped_count,
      skippedTotal: status.skipped_total,
      feePaid: status.fee_paid,
      refundedTotal: status.refunded_total,
    },
    completedAt: orNull(status.completed_at),
    cancelledAt: orNull(status.cancelled_at),
    missingSince: row.missingSince?.toISOString() ?? null,
    height: row.height,
    blockTime: row.blockTime.toISOString(),
    readAt: row.readAt.toISOString(),
  };
}

type Status = EscrowReading['status'];

const toFinalized = ({ finalized }: Status): EscrowFinalized | null =>
  finalized && {
    at: toTime(finalized.at),
    grossBalance: finalized.gross_balance,
    maxFee: finalized.max_fee,
    distributable: finalized.distributable,
    cap: finalized.cap,
    allocationSha256: finalized.allocation_sha256,
    allocationUri: finalized.allocation_uri,
  };

const toDispute = ({ dispute }: Status): EscrowDispute | null =>
  dispute && {
    raisedAt: toTime(dispute.raised_at),
    reason: dispute.reason,
    expiresAt: toTime(dispute.expires_at),
    resolvedAt: orNull(dispute.resolved_at),
  };
