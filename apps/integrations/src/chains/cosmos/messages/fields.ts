import { MAX_COINS, type ChainTransfer, type Coin } from '@questp/messages/integrations';
import { hasForm, toAddress } from '@questp/messages/language';
import type { JsonObject } from '../../../outbound/described-json.js';

/** The largest amount that a quest can ask for. */
const MAX_AMOUNT = '9'.repeat(39);
const AMOUNT = /^(0|[1-9]\d*)$/;

/** Values read from a part of a transaction; `isComplete` is false if the part may contain more. */
export interface Found<Value> {
  found: readonly Value[];
  isComplete: boolean;
}

/** Nothing was read, because a member does not have the form of the SDK. */
export const UNREADABLE = { found: [], isComplete: false } as const;
/** Nothing to read: the message is of another kind. */
export const OTHER = { found: [], isComplete: true } as const;

/** Reads each element of a list. One that cannot be read leaves the others readable. */
export function foundIn<Value>(list: unknown, read: (element: JsonObject) => Found<Value>): Found<Value> {
  if (!Array.isArray(list)) return UNREADABLE;
  const all = list.map((element: unknown) => (isObject(element) ? read(element) : UNREADABLE));
  return { found: all.flatMap(({ found }) => found), isComplete: all.every(({ isComplete }) => isComplete) };
}

/** A transfer of coins between two addresses. With an address in a form that no wallet has, it is another's. */
export function transferOf(
  from: unknown,
  to: unknown,
  amount: unknown,
  denom: string | undefined,
): Found<ChainTransfer> {
  const [sender, recipient] = [addressOf(from), addressOf(to)];
  if (sender === undefined || recipient === undefined) return UNREADABLE;
  if (!hasForm('lower_letters_and_digits', sender) || !hasForm('lower_letters_and_digits', recipient)) return OTHER;
  // An empty list can be null.
  const { found: amounts, isComplete } = foundIn(amount ?? [], (coin) => coinOf(coin, denom));
  const transfer = { sender, recipient, amounts: amounts.slice(0, MAX_COINS) };
  return { found: [transfer], isComplete: isComplete && amounts.length <= MAX_COINS };
}

const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 128 ? toAddress(value) : undefined;

/** @param asked denomination that is looked for; undefined: any */
function coinOf({ denom, amount }: JsonObject, asked: string | undefined): Found<Coin> {
  if (typeof denom !== 'string') return UNREADABLE;
  // As in types/coin.go of the SDK, whose denominations have at most 128 characters.
  if ((asked !== undefined && denom !== asked) || denom.length > 128 || !hasForm('denom', denom)) return OTHER;
  if (typeof amount !== 'string' || !AMOUNT.test(amount)) return UNREADABLE;
  return { found: [{ denom, amount: amount.length > MAX_AMOUNT.length ? MAX_AMOUNT : amount }], isComplete: true };
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
