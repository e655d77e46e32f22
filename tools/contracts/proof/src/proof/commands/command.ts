import { type EscrowModel } from '../../model/escrow.js';
import { Refusal } from '../../model/refusal.js';
import { everyone } from '../actors.js';
import { type Call } from '../call.js';
import { type Draw } from '../draw.js';
import { type System } from '../system.js';

/** A coin that every account has and no contract accepts. */
export const SMALL_CHANGE = { denom: 'uchange', amount: '1' };

/** Does one thing to the system that the draw decides: mostly one call, or time passing. */
export type Command = (system: System, draw: Draw) => void;
/** The same to one escrow. */
export type EscrowCommand = (system: System, escrow: EscrowModel, draw: Draw) => void;

/** Mostly an account with permission, sometimes any account. */
export function drawSender(system: System, draw: Draw, ...rightful: string[]): string {
  const choices = draw.oneIn(5) ? everyone(system.actors) : rightful;
  return draw.pick(choices) ?? system.actors.stranger;
}

/**
 * Calls a message that accepts no funds. Sometimes it has funds or does not match the schema, which is refused before any
 * other check.
 */
export function callPlain(system: System, draw: Draw, call: Call): void {
  const disguise = draw.below(40);
  if (disguise === 0) {
    system.call({ ...call, message: spoiled(call.message, draw), predict: refuse('invalid_message') });
  } else if (disguise === 1) {
    system.call({ ...call, funds: [SMALL_CHANGE], predict: refuse('funds_not_accepted') });
  } else {
    system.call(call);
  }
}

/** A predict that always refuses. */
export function refuse(code: string): () => void {
  return () => {
    throw new Refusal(code);
  };
}

/** The message with a field too many, in another case, or twice over. */
function spoiled(message: object, draw: Draw): object {
  const [name, body] = Object.entries(message)[0] as [string, object];
  return draw.pick([
    { [name]: { ...body, unknown_field: 1 } },
    { [name]: body, unpause_everything: {} },
    { [name.toUpperCase()]: body },
    {},
  ]);
}
