import assert from 'node:assert/strict';
import { reclaimExpired, sweepLeftover } from '../model/escrow-funding.js';
import { distribute } from '../model/escrow-payout.js';
import { type EscrowModel } from '../model/escrow.js';
import { waitForDeadline } from './commands/times.js';
import { setReceives } from './commands/surroundings.js';
import { type System } from './system.js';

/**
 * From any state of an escrow, time and calls that any account may make move every unit out of it. A recipient that cannot
 * receive blocks no other; its amount leaves the escrow once it can.
 */
export function drain(system: System, escrow: EscrowModel): void {
  untilPausesEnd(system, escrow);
  if (escrow.stage === 'open') {
    waitForDeadline(system, escrow, escrow.commitDeadline);
  } else if (escrow.stage === 'finalized') {
    waitForDeadline(system, escrow, escrow.payoutsStart);
    const calls = escrow.entries.length + 1;
    for (let i = 0; i < calls && escrow.phase === 'distributing'; i++) callAnybody(system, escrow, 'distribute');
    assert.equal(escrow.phase, 'completed');
  }
  waitForDeadline(system, escrow, escrow.claimDeadline);
  sendOut(system, escrow);
  assert.equal(escrow.balance, stuck(escrow), 'what stays waits for an owner or treasury who cannot receive');
  for (const holder of [escrow.owner, system.model.factory.config.treasury]) {
    setReceives(system, escrow.asset, holder, true);
  }
  sendOut(system, escrow);
  assert.equal(escrow.balance, 0n);
}

function untilPausesEnd(system: System, escrow: EscrowModel): void {
  if (escrow.pausedUntil !== undefined) system.waitUntil(escrow.pausedUntil);
}

/**
 * Sends what can be sent, a gift too large for one message in several; nothing is left to send where everything has left
 * before.
 */
function sendOut(system: System, escrow: EscrowModel): void {
  let before: bigint;
  do {
    before = escrow.balance;
    callAnybody(system, escrow, escrow.phase === 'expired' ? 'reclaim_expired' : 'sweep_leftover');
  } while (escrow.balance > 0n && escrow.balance < before);
}

function stuck(escrow: EscrowModel): bigint {
  const { ledger, factory } = escrow.chain;
  const due = escrow.feeDue - escrow.feePaid;
  const fee = ledger.accepts(escrow.asset, factory.config.treasury) ? 0n : due;
  return ledger.accepts(escrow.asset, escrow.owner) ? fee : escrow.balance - due + fee;
}

function callAnybody(
  system: System,
  escrow: EscrowModel,
  message: 'distribute' | 'reclaim_expired' | 'sweep_leftover',
): void {
  const predictions = {
    distribute: () => distribute(escrow, undefined),
    reclaim_expired: () => reclaimExpired(escrow),
    sweep_leftover: () => sweepLeftover(escrow),
  };
  system.call({
    name: `escrow.${message}`,
    sender: system.actors.stranger,
    contract: escrow.address,
    message: { [message]: {} },
    predict: predictions[message],
  });
  system.compareStatus(escrow);
}
