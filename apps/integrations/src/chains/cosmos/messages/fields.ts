import { MAX_COINS, type ChainAct, type ChainActKind, type Coin } from '@questp/messages/integrations';
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
  return together(list.map((element: unknown) => (isObject(element) ? read(element) : UNREADABLE)));
}

export const together = <Value>(all: readonly Found<Value>[]): Found<Value> => ({
  found: all.flatMap(({ found }) => found),
  isComplete: all.every(({ isComplete }) => isComplete),
});

type Members = { [Name in Exclude<keyof ChainAct, 'kind' | 'sender'>]?: ChainAct[Name] | undefined };

/**
 * An act of the account that signed a message. An account in a form that no wallet has is another's.
 *
 * @param members undefined ones are absent
 * @param isComplete false: a member could not be read
 */
export function actOf(kind: ChainActKind, from: unknown, members: Members, isComplete = true): Found<ChainAct> {
  const sender = addressOf(from);
  if (sender === undefined) return UNREADABLE;
  if (!isAccount(sender)) return OTHER;
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return { found: [{ kind, sender, ...Object.fromEntries(given) }], isComplete };
}

/** A transfer of coins between two accounts. */
export function transferOf(from: unknown, to: unknown, amount: unknown, denom: string | undefined): Found<ChainAct> {
  const recipient = addressOf(to);
  if (recipient === undefined) return UNREADABLE;
  if (!isAccount(recipient)) return OTHER;
  const { amounts, isComplete } = coinsOf(amount, denom);
  return actOf('transfer', from, { recipient, amounts }, isComplete);
}

/** Coins in the form of the SDK: a list, or null for an empty one. @param denom that is looked for; undefined: all */
export function coinsOf(list: unknown, denom: string | undefined): { amounts: Coin[]; isComplete: boolean } {
  const { found, isComplete } = foundIn(list ?? [], (coin) => coinOf(coin, denom));
  return { amounts: found.slice(0, MAX_COINS), isComplete: isComplete && found.length <= MAX_COINS };
}

const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 128 ? toAddress(value) : undefined;

const isAccount = (address: string): boolean => hasForm('lower_letters_and_digits', address);

/** An address in the form in which they are compared; undefined: it is none. */
export function accountOf(value: unknown): string | undefined {
  const address = addressOf(value);
  return address !== undefined && isAccount(address) ? address : undefined;
}

/** A number of 64 bits, which the REST API writes as a text; undefined: it is none. */
export function numberOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^(0|[1-9]\d{0,19})$/.test(text) ? text : undefined;
}

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
