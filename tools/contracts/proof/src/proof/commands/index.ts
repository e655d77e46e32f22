import { type EscrowModel } from '../../model/escrow.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';
import { type Command, type EscrowCommand } from './command.js';
import { createOne } from './create-campaign.js';
import { commitBatch, finalizeAllocation, resetAllocation } from './escrow-allocation.js';
import {
  cancelEscrow,
  claimOwn,
  distributeBatch,
  reclaim,
  refundStray,
  retryPayouts,
  sweep,
  topUpEscrow,
} from './escrow-money.js';
import {
  accept,
  cancelTransfer,
  disputeAllocation,
  pause,
  reject,
  resolve,
  transfer,
  unpause,
} from './escrow-roles.js';
import {
  acceptFactory,
  cancelFactoryTransfer,
  enlargeBatches,
  pauseFactory,
  rescueFunds,
  syncCampaignOwner,
  transferFactory,
  unpauseFactory,
  updateConfig,
} from './factory.js';
import { exhaustGlobally, exhaustInstance } from './pauser.js';
import { progress } from './progress.js';
import { askEscrow, askFactory } from './questions.js';
import { rejectUntilExpired } from './rejections.js';
import { donate, letReceive, toggleRecipient } from './surroundings.js';
import { wait } from './times.js';

/** Commands with how often they are drawn relative to each other. */
const WEIGHTS: readonly (readonly [weight: number, command: Command])[] = [
  [5, createOne],
  [3, pauseFactory],
  [1, exhaustGlobally],
  [2, unpauseFactory],
  [3, updateConfig],
  [1, enlargeBatches],
  [1, rescueFunds],
  [1, transferFactory],
  [1, acceptFactory],
  [1, cancelFactoryTransfer],
  [1, syncCampaignOwner],
  [2, askFactory],
  [3, donate],
  [8, toggleRecipient],
  [3, forEscrow(letReceive)],
  [6, wait],
  [80, forEscrow(progress)],
  [2, forEscrow(topUpEscrow)],
  [1, forEscrow(cancelEscrow)],
  [2, forEscrow(commitBatch)],
  [2, forEscrow(resetAllocation)],
  [1, forEscrow(finalizeAllocation)],
  [1, forEscrow(disputeAllocation)],
  [1, forEscrow(reject)],
  [1, forEscrow(rejectUntilExpired)],
  [1, forEscrow(resolve)],
  [3, forEscrow(distributeBatch)],
  [4, forEscrow(claimOwn)],
  [3, forEscrow(retryPayouts)],
  [1, forEscrow(reclaim)],
  [2, forEscrow(sweep)],
  [2, forEscrow(refundStray)],
  [5, forEscrow(pause)],
  [1, forEscrow(exhaustInstance)],
  [3, forEscrow(unpause)],
  [1, forEscrow(transfer)],
  [1, forEscrow(accept)],
  [1, forEscrow(cancelTransfer)],
  [2, forEscrow(askEscrow)],
];

/** Every command as often as it weighs. */
export const COMMANDS: readonly Command[] = WEIGHTS.flatMap(([weight, command]) =>
  Array.from({ length: weight }, () => command),
);

/** Mostly the newest escrow, so that some campaign gets far; its status is compared afterwards. */
function forEscrow(command: EscrowCommand): Command {
  return (system, draw) => {
    const escrow = drawEscrow(system, draw);
    if (!escrow) return createOne(system, draw);
    system.coverage.countPhase(escrow.phase);
    command(system, escrow, draw);
    system.compareStatus(escrow);
  };
}

function drawEscrow(system: System, draw: Draw): EscrowModel | undefined {
  const { escrows } = system;
  return draw.oneIn(4) ? draw.pick(escrows) : escrows.at(-1);
}
