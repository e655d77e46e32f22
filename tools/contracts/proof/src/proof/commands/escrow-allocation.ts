import { MAX_AMOUNT } from '../../model/amount.js';
import { commit, finalize, reset } from '../../model/escrow-allocation.js';
import { type EscrowModel } from '../../model/escrow.js';
import { drawPoints } from '../amounts.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { callEscrow } from './escrow-money.js';
import { drawSender, type EscrowCommand } from './command.js';

interface Input {
  address: string;
  points: bigint;
}

/** A batch of entries; one in five is wrong somewhere. */
export const commitBatch: EscrowCommand = (system, escrow, draw) => {
  const batch = drawBatch(system, escrow, draw);
  if (draw.oneIn(5)) spoilBatch(system, escrow, draw, batch);
  const version = drawVersion(escrow, draw);
  const sender = drawSender(system, draw, system.model.factory.config.operator);
  const entries = batch.map(({ address, points }) => ({ address, points: `${points}` }));
  callEscrow(system, escrow, draw, sender, { commit_allocations: { version, entries } }, () =>
    commit(escrow, sender, version, batch, (address) => isAddress(system, address)),
  );
};

export const resetAllocation: EscrowCommand = (system, escrow, draw) => {
  const version = drawVersion(escrow, draw);
  const sender = drawSender(system, draw, system.model.factory.config.operator);
  callEscrow(system, escrow, draw, sender, { reset_allocations: { version } }, () => reset(escrow, sender, version));
};

export const finalizeAllocation: EscrowCommand = (system, escrow, draw) => {
  const sender = drawSender(system, draw, system.model.factory.config.operator);
  const wrong = draw.oneIn(5) ? draw.below(6) : undefined;
  const message = {
    version: drawVersion(escrow, draw),
    expectedCount: escrow.entries.length + (wrong === 1 ? 1 : 0),
    expectedTotalPoints: escrow.totalPoints + (wrong === 2 && escrow.totalPoints < MAX_AMOUNT ? 1n : 0n),
    sha256: wrong === 3 ? draw.pick(['', 'A'.repeat(64), 'a'.repeat(63), 'g'.repeat(64)]) : 'ab'.repeat(32),
    uri: wrong === 4 ? draw.pick(['', 'u'.repeat(513)]) : draw.pick(['https://x.example/a.json', 'ü'.repeat(512)]),
  };
  const wire = {
    version: message.version,
    expected_count: message.expectedCount,
    expected_total_points: `${message.expectedTotalPoints}`,
    allocation_sha256: message.sha256,
    allocation_uri: message.uri,
  };
  callEscrow(system, escrow, draw, sender, { finalize_allocations: wire }, () => finalize(escrow, sender, message));
};

/** Entries behind those committed, in order; where batches are large, out of a crowd, and sometimes other escrows. */
function drawBatch(system: System, escrow: EscrowModel, draw: Draw): Input[] {
  const last = escrow.entries.at(-1)?.address ?? '';
  const others = draw.oneIn(10) ? system.escrows.filter((other) => other !== escrow).map(({ address }) => address) : [];
  const most = escrow.limits.max_commit_batch;
  const crowd = most > system.actors.earners.length ? system.actors.crowd : [];
  const candidates = [...system.actors.earners, ...crowd, ...others].filter((address) => address > last).sort();
  const count = draw.oneIn(2) ? most : 1 + draw.below(most);
  const addresses = draw.some(candidates.slice(0, most + 3), count).sort();
  return addresses.map((address) => ({ address, points: drawPoints(draw) }));
}

function spoilBatch(system: System, escrow: EscrowModel, draw: Draw, batch: Input[]): void {
  const { config } = system.model.factory;
  const first = batch[0];
  const privileged = [escrow.owner, config.operator, config.treasury, system.model.factory.address, escrow.address];
  const faults: (() => void)[] = [
    () => (batch.length = 0),
    () => batch.push(...Array.from({ length: escrow.limits.max_commit_batch }, () => ({ address: 'x', points: 1n }))),
    () => batch.reverse(),
    () => batch.push(...batch),
    () => batch.unshift({ address: draw.pick(system.actors.earners) ?? '', points: 1n }),
    () => (batch[0] = { address: draw.pick(privileged) ?? '', points: 1n }),
    () =>
      (batch[0] = {
        address: draw.pick(['nobody', (first?.address ?? 'nobody').toUpperCase(), 'wasm1qqqqqqqqqqqqqqqq']),
        points: 1n,
      }),
    () => first && (first.points = 0n),
    () => first && (first.points = MAX_AMOUNT),
  ];
  draw.pick(faults)?.();
}

function drawVersion(escrow: EscrowModel, draw: Draw): number {
  return draw.oneIn(20) ? draw.pick([0, escrow.version - 1, escrow.version + 1]) : escrow.version;
}

/** Every address of the test is valid; the wrong ones are not among them. */
function isAddress(system: System, text: string): boolean {
  return /^wasm1[a-z0-9]{38}$|^wasm1[a-z0-9]{58}$/.test(text) || system.model.escrows.has(text);
}
