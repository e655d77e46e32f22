import { readEvents, type TxEvent } from '@questp/chains/transactions';
import { AMOUNT, NodeFault } from './chain-node.js';

/** Untrusted JSON of a node. The readers throw NodeFault. */
export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json => {
  if (typeof value !== 'object' || value === null) throw new NodeFault('invalid', 'a member is missing');
  return value as Json;
};

export const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new NodeFault('invalid', 'a member is missing');
  return value;
};

/** A whole number, which nodes write as a text where it has 64 bits or more. */
export const integerOf = (value: unknown): bigint => {
  const text = Number.isSafeInteger(value) ? String(value) : textOf(value);
  if (!AMOUNT.test(text)) throw new NodeFault('invalid', 'not a whole number');
  return BigInt(text);
};

/** 64 hex digits, in upper case. */
export const hashOf = (value: unknown): string => {
  const text = textOf(value).toUpperCase();
  if (!/^[0-9A-F]{64}$/.test(text)) throw new NodeFault('invalid', 'no hash');
  return text;
};

export const eventsOf = (value: unknown): TxEvent[] => {
  const events = readEvents(value);
  if (events === undefined) throw new NodeFault('invalid', 'no events');
  return events;
};
