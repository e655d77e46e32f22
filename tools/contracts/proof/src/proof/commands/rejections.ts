import { commit, finalize } from '../../model/escrow-allocation.js';
import { dispute, rejectAllocations } from '../../model/escrow-dispute.js';
import { type EscrowModel } from '../../model/escrow.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { type EscrowCommand } from './command.js';
import { callEscrow } from './escrow-money.js';
import { waitForDeadline } from './times.js';

/** Rejections that grant time, and one that does not. */
const REJECTIONS = 3;

/** The guardian rejects again and again, the last time past the commit deadline, which is then not moved. */
export const rejectUntilExpired: EscrowCommand = (system, escrow, draw) => {
  for (let i = 0; i < REJECTIONS; i++) {
    if (escrow.pausedUntil !== undefined) system.waitUntil(escrow.pausedUntil);
    if (escrow.phase !== 'ended') return;
    const isLast = i === REJECTIONS - 1;
    if (isLast) waitForDeadline(system, escrow, escrow.commitDeadline - 1n);
    finalizeOne(system, escrow, draw);
    if (draw.oneIn(2)) {
      const sender = escrow.owner;
      callEscrow(system, escrow, draw, sender, { dispute: { reason: 'x' } }, () => dispute(escrow, sender, 'x'));
    }
    if (isLast) waitForDeadline(system, escrow, escrow.commitDeadline);
    const { guardian } = system.model.factory.config;
    const message = { reject_allocations: { reason: 'x' } };
    callEscrow(system, escrow, draw, guardian, message, () => rejectAllocations(escrow, guardian, 'x'));
  }
};

function finalizeOne(system: System, escrow: EscrowModel, draw: Draw): void {
  const { operator } = system.model.factory.config;
  const [address] = system.actors.earners;
  const { version } = escrow;
  if (address === undefined) return;
  const batch = { version, entries: [{ address, points: '1' }] };
  callEscrow(system, escrow, draw, operator, { commit_allocations: batch }, () =>
    commit(escrow, operator, version, [{ address, points: 1n }], () => true),
  );
  const allocation = { version, sha256: 'cd'.repeat(32), uri: 'https://x.example/a.json' };
  const message = {
    version,
    expected_count: 1,
    expected_total_points: '1',
    allocation_sha256: allocation.sha256,
    allocation_uri: allocation.uri,
  };
  callEscrow(system, escrow, draw, operator, { finalize_allocations: message }, () =>
    finalize(escrow, operator, { ...allocation, expectedCount: 1, expectedTotalPoints: 1n }),
  );
}
