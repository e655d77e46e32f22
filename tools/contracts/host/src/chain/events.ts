import { type Attribute, type ChainEvent } from './types.js';
import { chainError } from './errors.js';

// wasmd x/wasm/types/gas_register.go.
const PER_ATTRIBUTE = 10;
const PER_EVENT = 20;
const FREE_BYTES = 100;

/** SDK gas of a response's attributes and events (EventCosts). */
export function eventGas(attributes: readonly Attribute[], events: readonly ChainEvent[]): number {
  let gas = 0;
  let free = FREE_BYTES;
  const charge = (list: readonly Attribute[]): void => {
    const bytes = list.reduce((sum, { key, value }) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
    gas += PER_ATTRIBUTE * list.length + Math.max(0, bytes - free);
    free = Math.max(0, free - bytes);
  };
  charge(attributes);
  for (const event of events) {
    gas += PER_EVENT + Buffer.byteLength(event.type);
    charge(event.attributes);
  }
  return gas;
}

/** SDK gas for handing a submessage's events to a reply (ReplyCosts): no charge per event, one free tier. */
export function replyEventGas(events: readonly ChainEvent[]): number {
  const types = events.reduce((sum, { type }) => sum + Buffer.byteLength(type), 0);
  return (
    types +
    eventGas(
      events.flatMap(({ attributes }) => attributes),
      [],
    )
  );
}

/**
 * The events a contract's response becomes: `wasm` with its attributes and `wasm-<type>` for each of its own
 * (wasmd x/wasm/keeper/events.go).
 *
 * @throws ChainError wasm/21 for an empty key, a key that starts with `_` or a type shorter than 3 characters
 */
export function contractEvents(
  contract: string,
  attributes: readonly Attribute[],
  events: readonly ChainEvent[],
): ChainEvent[] {
  const named = (list: readonly Attribute[]): Attribute[] => [
    { key: '_contract_address', value: contract },
    ...list.map(trimAttribute),
  ];
  const result: ChainEvent[] = attributes.length === 0 ? [] : [{ type: 'wasm', attributes: named(attributes) }];
  for (const event of events) {
    const type = event.type.trim();
    if (Buffer.byteLength(type) <= 2) throw chainError('invalidEvent', `Event type too short: '${type}'`);
    result.push({ type: `wasm-${type}`, attributes: named(event.attributes) });
  }
  return result;
}

function trimAttribute(attribute: Attribute): Attribute {
  const key = attribute.key.trim();
  if (key === '') throw chainError('invalidEvent', `Empty attribute key. Value: ${attribute.value}`);
  if (key.startsWith('_')) {
    throw chainError('invalidEvent', `Attribute key starts with reserved prefix _: '${attribute.key}'`);
  }
  return { key, value: attribute.value.trim() };
}
