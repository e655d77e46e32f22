import { Bytes, Response, present } from '@questp/std/assembly';
import { Dispute, Phase } from '@questp/message-schema/assembly';
import { requirePhase, requireReason } from '../checks';
import { Context } from '../context';
import { saveDisputeReason } from '../records/texts';
import { requireOwner } from '../roles/roles';

/** dispute: holds payouts back until the guardian decides or the dispute times out. Never shortens the window. */
export function dispute(context: Context, sender: Bytes, msg: Dispute): usize {
  const refused = requireOwner(context, sender) || requirePhase(context, Phase.Challenge) || requireReason(msg.reason);
  if (refused) return refused;
  const snapshot = present(context.snapshot);
  snapshot.disputedAt = context.env.blockTime;
  snapshot.disputeExpiresAt = max(context.later(context.config.limits.disputeTimeoutSecs), snapshot.challengeEndsAt);
  snapshot.payoutsStartAt = snapshot.disputeExpiresAt;
  snapshot.save();
  saveDisputeReason(msg.reason);
  return context.finish(
    Response.create('dispute')
      .attributeU64('version', context.state.version)
      .attributeU64('expires_at', context.clock.project(snapshot.disputeExpiresAt)),
  );
}
