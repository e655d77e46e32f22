import { type EscrowModel } from './escrow.js';
import { demand, demandSender } from './refusal.js';
import { demandPhase } from './roles.js';

export function pauseEscrow(escrow: EscrowModel, sender: string, until: bigint): void {
  const { guardian, pauser } = escrow.chain.factory.config;
  demandSender(sender === guardian, sender === pauser);
  const kind = sender === guardian ? 'guardian' : 'pauser';
  escrow.pauses.pause(kind, escrow.chain.now, until, escrow.limits.max_pause_secs);
}

export function unpauseEscrow(escrow: EscrowModel, sender: string): void {
  if (!escrow.pauses.running(escrow.chain.now)) return;
  const { guardian, pauser } = escrow.chain.factory.config;
  demandSender(sender === guardian, sender === pauser);
  escrow.pauses.lift(escrow.chain.now);
}

export function transferEscrow(
  escrow: EscrowModel,
  sender: string,
  newOwner: string,
  expiry: bigint | undefined,
): void {
  demandSender(sender === escrow.owner);
  demandPhase(escrow, 'upcoming');
  escrow.ownership.transfer(newOwner, expiry, escrow.chain.now);
}

/** The factory's registry follows at once. */
export function acceptEscrow(escrow: EscrowModel, sender: string): void {
  escrow.ownership.demandPending(sender);
  demandPhase(escrow, 'upcoming');
  escrow.ownership.accept(escrow.chain.now);
  escrow.chain.factory.sync(escrow.terms.campaignId);
}

export function cancelEscrowTransfer(escrow: EscrowModel, sender: string): void {
  demandSender(sender === escrow.owner);
  demand(escrow.ownership.pending !== undefined, 'no_pending_owner');
  escrow.ownership.cancel();
}
