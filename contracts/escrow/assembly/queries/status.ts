import { SECOND, make } from '@questp/std/assembly';
import { Deadlines, DisputeStatus, Finalized, StatusResponse } from '@questp/message-schema/assembly';
import { Context } from '../context';
import { pauserBudgetLeft } from '../pause/pauser-limits';
import { SnapshotRecord } from '../records/snapshot-record';
import { Stage } from '../records/state-record';
import { allocationSha256, allocationUri, disputeReason, lastCommitted } from '../records/texts';

/** Everything about the escrow now; deadlines as real times. */
export function statusResponse(context: Context): StatusResponse {
  const response = make<StatusResponse>();
  response.campaignId = context.config.campaignId;
  response.fundingAttempt = context.config.fundingAttempt;
  response.phase = context.phase;
  addMoney(context, response);
  addAllocation(context, response);
  addClock(context, response);
  const snapshot = context.snapshot;
  if (snapshot) {
    response.finalized = finalized(context, snapshot);
    if (snapshot.disputedAt) response.dispute = dispute(context, snapshot);
  }
  return response;
}

function addMoney(context: Context, response: StatusResponse): void {
  const state = context.state;
  response.fundedTotal = state.fundedTotal;
  response.balance = context.config.asset.balanceOf(context.env.contract);
  response.paidCount = state.paidCount;
  response.paidTotal = state.paidTotal;
  response.failedCount = state.failedCount;
  response.failedOutstanding = state.failedOutstanding;
  response.skippedCount = state.skippedCount;
  response.skippedTotal = state.skippedTotal;
  response.feePaid = state.feePaid;
  response.refundedTotal = state.refundedTotal;
}

function addAllocation(context: Context, response: StatusResponse): void {
  const state = context.state;
  response.version = state.version;
  response.entryCount = state.entryCount;
  response.totalPoints = state.totalPoints;
  response.lastCommitted = state.entryCount ? lastCommitted() : null;
  response.cursor = state.examined;
}

function addClock(context: Context, response: StatusResponse): void {
  const clock = context.clock;
  const state = context.state;
  response.deadlines = deadlines(context);
  response.paused = clock.isPaused;
  response.hasPausedUntil = clock.isPaused;
  response.pausedUntil = clock.pausedUntil;
  response.frozenSecs = clock.frozen / SECOND;
  response.pauserPauseLeftSecs = pauserBudgetLeft(context.clockRecord, context.config.limits.maxPauseSecs) / SECOND;
  response.hasCompletedAt = state.stage == Stage.Completed;
  response.completedAt = state.closedAt;
  response.hasCancelledAt = state.stage == Stage.Cancelled;
  response.cancelledAt = state.closedAt;
}

function deadlines(context: Context): Deadlines {
  const clock = context.clock;
  const parameters = context.config.parameters;
  const response = make<Deadlines>();
  response.startsAt = clock.project(parameters.startsAt);
  response.endsAt = clock.project(parameters.endsAt);
  response.commitDeadline = clock.project(context.state.commitDeadline);
  if (context.snapshot) {
    response.hasClaimDeadline = true;
    response.claimDeadline = clock.project(context.claimDeadline);
  }
  return response;
}

function finalized(context: Context, snapshot: SnapshotRecord): Finalized {
  const response = make<Finalized>();
  response.at = snapshot.at;
  response.challengeEndsAt = context.clock.project(snapshot.challengeEndsAt);
  response.claimDeadline = context.clock.project(context.claimDeadline);
  response.grossBalance = snapshot.grossBalance;
  response.maxFee = snapshot.maxFee;
  response.distributable = snapshot.distributable;
  response.cap = snapshot.cap;
  response.treasury = snapshot.treasury;
  response.allocationSha256 = allocationSha256();
  response.allocationUri = allocationUri();
  return response;
}

function dispute(context: Context, snapshot: SnapshotRecord): DisputeStatus {
  const response = make<DisputeStatus>();
  response.raisedAt = snapshot.disputedAt;
  response.reason = disputeReason();
  response.expiresAt = context.clock.project(snapshot.disputeExpiresAt);
  response.hasResolvedAt = snapshot.resolvedAt != 0;
  response.resolvedAt = snapshot.resolvedAt;
  return response;
}
