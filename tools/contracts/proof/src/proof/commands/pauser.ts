import { pauseEscrow } from '../../model/escrow-roles.js';
import { SECOND } from '../../model/escrow.js';
import { type Pauses } from '../../model/pauses.js';
import { type System } from '../system.js';
import { type Command, type EscrowCommand } from './command.js';

const DAY = 86_400n * SECOND;
/** One more than the budget allows. */
const PAUSES = 8;

/** The pauser stops the factory for as long as possible, day after day, until the budget is used up. */
export const exhaustGlobally: Command = (system) => {
  const { factory } = system.model;
  const sender = factory.config.pauser;
  exhaust(system, factory.pauses, factory.config.limits.max_pause_secs, (until) => {
    const message = { pause: { until: `${until}` } };
    const predict = (): void => factory.pause(sender, until);
    system.call({ name: 'factory.pause', sender, contract: factory.address, message, predict });
  });
};

/** The same with one escrow. */
export const exhaustInstance: EscrowCommand = (system, escrow) => {
  const sender = system.model.factory.config.pauser;
  exhaust(system, escrow.pauses, escrow.limits.max_pause_secs, (until) => {
    const message = { pause: { until: `${until}` } };
    const predict = (): void => pauseEscrow(escrow, sender, until);
    system.call({ name: 'escrow.pause', sender, contract: escrow.address, message, predict });
  });
};

function exhaust(system: System, pauses: Pauses, maxPauseSecs: number, pause: (until: bigint) => void): void {
  for (let i = 0; i < PAUSES; i++) {
    const last = pauses.all.at(-1);
    if (last) system.waitUntil(last.start + DAY > last.end ? last.start + DAY : last.end);
    pause(system.model.now + BigInt(maxPauseSecs) * SECOND);
  }
}
