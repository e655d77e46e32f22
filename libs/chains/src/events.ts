import { base64 } from '@scure/base';

/** An event of a transaction, in one form whatever the node. */
export interface TxEvent {
  type: string;
  /** Values by key. A key with different values is omitted, because it is unknown which one counts. */
  values: ReadonlyMap<string, string>;
  /** A key occurs more than once. */
  repeats: boolean;
}

/**
 * Keys that the chain itself writes, at least one of them in every transaction: of the modules auth and bank, and of
 * wasmd. None of them is base64, which has a multiple of four characters and no underscore, so a key that is written
 * plainly cannot be taken for an encoded one, whatever keys a contract chooses for its own attributes.
 */
export const CHAIN_KEYS: readonly string[] = [
  ...['_contract_address', 'acc_seq', 'action', 'amount', 'fee', 'module', 'msg_index'],
  ...['recipient', 'sender', 'signature', 'spender'],
];
const PLAIN = new Set(CHAIN_KEYS);
const ENCODED = new Set(CHAIN_KEYS.map((key) => base64.encode(new TextEncoder().encode(key))));

interface Attribute {
  key: string;
  value: string;
}

/**
 * Reads the events of one transaction from an untrusted answer. Up to Tendermint 0.34 (SDK 0.46) a node writes keys and
 * values in base64, later ones plainly: one transaction has one of the two forms, and the keys of the chain show which.
 * Values that are no events or attributes are omitted.
 *
 * @returns undefined if there is no list
 */
export function readEvents(events: unknown): TxEvent[] | undefined {
  // The RPC writes an empty list as null.
  if (events === null) return [];
  if (!Array.isArray(events)) return undefined;
  const written = events.flatMap((event: unknown) => {
    const { type, attributes } = membersOf(event);
    if (typeof type !== 'string') return [];
    return [{ type, attributes: Array.isArray(attributes) ? attributes.flatMap(attributeOf) : [] }];
  });
  const keys = written.flatMap(({ attributes }) => attributes.map(({ key }) => key));
  const isEncoded = !keys.some((key) => PLAIN.has(key)) && keys.some((key) => ENCODED.has(key));
  return written.map(({ type, attributes }) =>
    eventOf(type, isEncoded ? attributes.flatMap(({ key, value }) => decoded(key, value)) : attributes),
  );
}

function attributeOf(attribute: unknown): Attribute[] {
  const { key, value } = membersOf(attribute);
  if (typeof key !== 'string') return [];
  return [{ key, value: typeof value === 'string' || typeof value === 'number' ? String(value) : '' }];
}

function decoded(key: string, value: string): Attribute[] {
  try {
    const [of, text] = [key, value].map((part) => new TextDecoder().decode(base64.decode(part)));
    return [{ key: of ?? '', value: text ?? '' }];
  } catch {
    return [];
  }
}

function eventOf(type: string, attributes: readonly Attribute[]): TxEvent {
  const values = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { key, value } of attributes) {
    if ((values.get(key) ?? value) !== value) ambiguous.add(key);
    values.set(key, value);
  }
  const repeats = values.size !== attributes.length;
  ambiguous.forEach((key) => values.delete(key));
  return { type, values, repeats };
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
