import { visible } from './amount.js';
import { type Entry, type EscrowModel, SECOND } from './escrow.js';
import { Refusal } from './refusal.js';

/** The answer to `status {}`. */
export function statusOf(escrow: EscrowModel): object {
  const [paid, skipped] = (['paid', 'skipped'] as const).map((state) => escrow.inState(state));
  const failed = escrow.isReserveSwept ? { count: 0, total: 0n } : escrow.inState('failed');
  const { chain, snapshot, dispute, terms } = escrow;
  const claimDeadline = project(escrow, escrow.claimDeadline);
  return {
    campaign_id: terms.campaignId,
    funding_attempt: terms.attempt,
    phase: escrow.phase,
    funded_total: `${escrow.fundedTotal}`,
    balance: `${escrow.spendable}`,
    version: escrow.version,
    entry_count: escrow.entries.length,
    total_points: `${escrow.totalPoints}`,
    last_committed: escrow.entries.at(-1)?.address ?? null,
    finalized: snapshot
      ? {
          at: `${snapshot.at}`,
          challenge_ends_at: project(escrow, snapshot.endsAt),
          claim_deadline: claimDeadline,
          gross_balance: `${snapshot.gross}`,
          max_fee: `${snapshot.maxFee}`,
          distributable: `${snapshot.distributable}`,
          cap: `${snapshot.cap}`,
          treasury: snapshot.treasury,
          allocation_sha256: snapshot.sha256,
          allocation_uri: snapshot.uri,
        }
      : null,
    dispute: dispute
      ? {
          raised_at: `${dispute.raisedAt}`,
          reason: dispute.reason,
          expires_at: project(escrow, dispute.expiresAt),
          resolved_at: text(dispute.resolvedAt),
        }
      : null,
    paid_count: paid?.count,
    paid_total: text(paid?.total),
    failed_count: failed.count,
    failed_outstanding: text(failed.total),
    skipped_count: skipped?.count,
    skipped_total: text(skipped?.total),
    fee_paid: `${escrow.feePaid}`,
    // Gifts can be refunded without end: the count stops at the largest amount.
    refunded_total: `${visible(escrow.refundedTotal)}`,
    cursor: escrow.cursor,
    deadlines: {
      starts_at: project(escrow, terms.startsAt),
      ends_at: project(escrow, terms.endsAt),
      commit_deadline: project(escrow, escrow.commitDeadline),
      claim_deadline: claimDeadline,
    },
    paused: escrow.pausedUntil !== undefined,
    paused_until: text(escrow.pausedUntil),
    frozen_secs: Number(escrow.frozen / SECOND),
    pauser_pause_left_secs: Number(escrow.pauses.budgetLeft(escrow.limits.max_pause_secs) / SECOND),
    completed_at: text(escrow.completedAt),
    cancelled_at: text(escrow.cancelledAt),
  };

  /** A deadline of the escrow clock as block time, on the assumption that the running pauses end when they say. */
  function project(of: EscrowModel, deadline: bigint | undefined): string | null {
    if (deadline === undefined) return null;
    const rest = of.pausedUntil !== undefined && deadline > of.clock ? of.pausedUntil - chain.now : 0n;
    return `${deadline + of.frozen + rest}`;
  }
}

/** The answer to `config {}`. */
export function configOf(escrow: EscrowModel): object {
  const { terms, chain } = escrow;
  const { operator, pauser, guardian, treasury } = chain.factory.config;
  const registration = chain.factory.registry.get(terms.campaignId)?.find((one) => one.escrow === escrow.address);
  return {
    campaign_id: terms.campaignId,
    parameters: {
      starts_at: `${terms.startsAt}`,
      ends_at: `${terms.endsAt}`,
      fee_bps: terms.feeBps,
      min_payout: `${terms.minPayout}`,
      max_share_bps: terms.maxShareBps,
      challenge_secs: terms.challengeSecs,
      commit_window_secs: terms.commitWindowSecs,
      claim_window_secs: terms.claimWindowSecs,
    },
    funding_attempt: terms.attempt,
    owner: escrow.owner,
    factory: chain.factory.address,
    asset: terms.asset,
    created_at: `${escrow.createdAt}`,
    limits: escrow.limits,
    roles: { operator, pauser, guardian, treasury },
    code_id: registration?.code_id,
    factory_code_id: chain.factory.codeId,
  };
}

/** The answer to `allocation`. */
export function entryOf(escrow: EscrowModel, version: number, address: string): object {
  const entry = escrow.allocations.get(version)?.find((candidate) => candidate.address === address);
  if (!entry) throw new Refusal('allocation_not_found');
  return view(escrow, version, entry);
}

/** The answer to `allocations`. */
export function allocationsOf(escrow: EscrowModel, startAfter = '', limit = 30, version = escrow.version): object {
  const entries = escrow.allocations.get(version) ?? [];
  const page = entries.filter(({ address }) => address > startAfter).slice(0, Math.min(Math.max(limit, 1), 100));
  return { version, allocations: page.map((entry) => view(escrow, version, entry)) };
}

function view(escrow: EscrowModel, version: number, entry: Entry): object {
  const isDiscarded = version !== escrow.version || escrow.phase === 'cancelled' || escrow.phase === 'expired';
  const hasLapsed = entry.state === 'failed' && escrow.claimsAreOver;
  return {
    address: entry.address,
    version,
    points: `${entry.points}`,
    amount: isDiscarded || !escrow.snapshot ? null : `${escrow.planned(entry.points)}`,
    status: isDiscarded ? 'discarded' : hasLapsed ? 'expired' : entry.state,
  };
}

const text = (value: bigint | undefined): string | null => (value === undefined ? null : `${value}`);
