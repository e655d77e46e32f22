import type { TxEvent } from '@questp/chains/transactions';
import type { Coin } from '@questp/messages/integrations';

/** The events of a type, in their order. Undefined: it is unknown which events belong to the message. */
export const eventsOf = (events: readonly TxEvent[] | undefined, type: string): readonly TxEvent[] =>
  events?.filter((event) => event.type === type) ?? [];

/** The one value that the events give a key; undefined: none, or several. */
export function valueIn(events: readonly TxEvent[], key: string): string | undefined {
  const [value, ...others] = valuesIn(events, key) ?? [];
  return others.length === 0 ? value : undefined;
}

/** The distinct values that the events give a key; undefined: one event has several. */
export function valuesIn(events: readonly TxEvent[], key: string): string[] | undefined {
  // A repeated key with different values is absent from the values of its event.
  if (events.some(({ values, repeats }) => repeats && !values.has(key))) return undefined;
  return [...new Set(events.flatMap(({ values }) => values.get(key) ?? []))];
}

/** Coins as events write them, like `5uatom,7uosmo`; undefined: they are none. */
export function coinsIn(text: string | undefined): Coin[] | undefined {
  const coins = text?.split(',').map((coin) => /^(\d+)([a-zA-Z].*)$/.exec(coin)) ?? [];
  const read = coins.flatMap((coin) => (coin === null ? [] : [{ amount: coin[1] ?? '', denom: coin[2] ?? '' }]));
  return read.length > 0 && read.length === coins.length ? read : undefined;
}
