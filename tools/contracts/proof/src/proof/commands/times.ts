import { SECOND, type EscrowModel } from '../../model/escrow.js';
import { type Pauses } from '../../model/pauses.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { type Command } from './command.js';

const DAY = 86_400n * SECOND;

/** End of a pause: mostly allowed, often the very last allowed instant, now, or one nanosecond off. */
export function drawPauseEnd(system: System, draw: Draw, pauses: Pauses, maxPauseSecs: number): bigint {
  const { now } = system.model;
  const longest = BigInt(maxPauseSecs) * SECOND;
  const running = pauses.running(now)?.end;
  return draw.pick([
    now + 1n + draw.bigBelow(longest),
    now + 1n + draw.bigBelow(longest),
    now + longest,
    now + longest + 1n,
    now + 1n,
    now,
    running ?? now + longest / 2n,
    (running ?? now) - 1n,
    (running ?? now) + SECOND,
  ]);
}

/** Expiry of an ownership offer, which is optional. */
export function drawExpiry(system: System, draw: Draw): bigint | undefined {
  const { now } = system.model;
  return draw.pick([undefined, undefined, now + draw.bigBelow(DAY), now + 1n, now, 0n]);
}

/** Time passes: to an instant at which something changes, one nanosecond before or after it, or just some of it. */
export const wait: Command = (system, draw) => {
  const { now } = system.model;
  const ahead = instants(system).filter((time) => time + 1n > now);
  const target = draw.oneIn(4) ? undefined : draw.pick(ahead.sort((a, b) => (a < b ? -1 : 1)).slice(0, 6));
  const time = target ?? now + draw.bigBelow(draw.pick([10n, SECOND, 3600n * SECOND, DAY]));
  system.waitUntil(time + draw.pick([-1n, 0n, 0n, 0n, 1n]));
  for (const escrow of system.escrows) system.compareStatus(escrow);
};

/** Waits until a deadline of the escrow clock as it is projected now. */
export function waitForDeadline(system: System, escrow: EscrowModel, deadline: bigint | undefined): void {
  if (deadline !== undefined) system.waitUntil(projected(escrow, deadline));
}

/** Block times at which a phase, a pause or a right changes if nothing else happens. */
function instants(system: System): bigint[] {
  const { factory } = system.model;
  return [
    ...system.escrows.flatMap((escrow) => escrowInstants(escrow)),
    ...factory.pauses.all.slice(-1).flatMap(({ start, end }) => [end, start + DAY]),
    ...(factory.ownership.pending?.expiry === undefined ? [] : [factory.ownership.pending.expiry]),
  ];
}

function escrowInstants(escrow: EscrowModel): bigint[] {
  const { terms, snapshot, dispute, commitDeadline, claimDeadline, ownership, pauses } = escrow;
  const deadlines = [terms.startsAt, terms.endsAt, commitDeadline, snapshot?.endsAt, dispute?.expiresAt, claimDeadline];
  return [
    ...deadlines.flatMap((deadline) => (deadline === undefined ? [] : [projected(escrow, deadline)])),
    ...pauses.all.slice(-1).flatMap(({ start, end }) => [end, start + DAY]),
    ...(ownership.pending?.expiry === undefined ? [] : [ownership.pending.expiry]),
  ];
}

function projected(escrow: EscrowModel, deadline: bigint): bigint {
  const rest = escrow.pausedUntil !== undefined && deadline > escrow.clock ? escrow.pausedUntil - escrow.chain.now : 0n;
  return deadline + escrow.frozen + rest;
}
