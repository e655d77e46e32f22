import { dispute, rejectAllocations, resolveDispute } from '../../model/escrow-dispute.js';
import {
  acceptEscrow,
  cancelEscrowTransfer,
  pauseEscrow,
  transferEscrow,
  unpauseEscrow,
} from '../../model/escrow-roles.js';
import { type Draw } from '../draw.js';
import { callEscrow } from './escrow-money.js';
import { drawSender, type EscrowCommand } from './command.js';
import { drawExpiry, drawPauseEnd } from './times.js';

export const disputeAllocation: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, escrow.owner);
  const reason = drawReason(draw);
  callEscrow(system, escrow, draw, sender, { dispute: { reason } }, () => dispute(escrow, sender, reason));
};

export const reject: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.model.factory.config.guardian);
  const reason = drawReason(draw);
  callEscrow(system, escrow, draw, sender, { reject_allocations: { reason } }, () =>
    rejectAllocations(escrow, sender, reason),
  );
};

export const resolve: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.model.factory.config.guardian);
  const decision = draw.pick(['keep_allocation', 'reject_allocation'] as const);
  callEscrow(system, escrow, draw, sender, { resolve_dispute: { decision } }, () =>
    resolveDispute(escrow, sender, decision),
  );
};

export const pause: EscrowCommand = (system, escrow, draw) => {
  const { guardian, pauser } = system.model.factory.config;
  const sender = drawSender(system, draw, guardian, pauser, pauser);
  const until = drawPauseEnd(system, draw, escrow.pauses, escrow.limits.max_pause_secs);
  callEscrow(system, escrow, draw, sender, { pause: { until: `${until}` } }, () => pauseEscrow(escrow, sender, until));
};

export const unpause: EscrowCommand = (system, escrow, draw) => {
  const { guardian, pauser } = system.model.factory.config;
  const sender = drawSender(system, draw, guardian, pauser);
  callEscrow(system, escrow, draw, sender, { unpause: {} }, () => unpauseEscrow(escrow, sender));
};

export const transfer: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, escrow.owner);
  const newOwner = draw.pick(system.actors.owners) ?? sender;
  const expiry = drawExpiry(system, draw);
  const message = { transfer_ownership: { new_owner: newOwner, expiry: expiry === undefined ? null : `${expiry}` } };
  callEscrow(system, escrow, draw, sender, message, () => transferEscrow(escrow, sender, newOwner, expiry));
};

export const accept: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, escrow.ownership.pending?.owner ?? system.actors.stranger);
  callEscrow(system, escrow, draw, sender, { accept_ownership: {} }, () => acceptEscrow(escrow, sender));
};

export const cancelTransfer: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, escrow.owner);
  callEscrow(system, escrow, draw, sender, { cancel_ownership_transfer: {} }, () =>
    cancelEscrowTransfer(escrow, sender),
  );
};

/** Code points, not bytes, are counted: an emoji is one. */
function drawReason(draw: Draw): string {
  return draw.pick([
    'wrong list',
    'wrong list',
    'x',
    '\u{1f600}'.repeat(280),
    '\u{1f600}'.repeat(281),
    '',
    'a'.repeat(281),
  ]);
}
