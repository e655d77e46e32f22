import {
  allocationEntry,
  campaignEntry,
  contractFacts,
  escrowConfig,
  escrowStatus,
  pauseState,
} from '../node/answers.js';
import { address, amount, campaignId, dataHash, MAX_ENTRIES, sha256Hex } from '../input/fields.js';
import { type Part } from '../input/part.js';
import {
  flag,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type Shape,
  type Shaped,
  ShapeError,
  text,
} from '../input/shape.js';

const SCHEMA = 'svc.escrow.bundle/v1';

/** Maximum transfers from an escrow that are read. */
export const MAX_TRANSFERS = MAX_ENTRIES + 50_000;

/** A part of a saved bundle. */
const part =
  <T>(shape: Shape<T>): Shape<Part<T>> =>
  (value, path) => {
    const { error } = object({ error: optional(text({ max: 2_000 })) })(value, path);
    return error === undefined ? object({ value: shape })(value, path) : { error };
  };

/** The published file has three levels. Deeper values could not be saved. */
const MAX_LEVELS = 20;

/** Any JSON of a few levels; absent: null. */
export const json: Shape<unknown> = (value, path) => {
  if (!hasLevels(value, MAX_LEVELS)) throw new ShapeError(`${path} is not JSON of at most ${MAX_LEVELS} levels`);
  return value ?? null;
};

const hasLevels = (value: unknown, most: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (most > 0 && Object.values(value).every((member) => hasLevels(member, most - 1)));

/** Coins of the pool's asset that left the escrow. */
export const transfer = object({
  tx: text({ max: 64, form: /^[0-9A-F]{64}$/, as: 'a transaction hash' }),
  height: text({ max: 20, form: /^[1-9][0-9]*$/, as: 'a height' }),
  recipient: text({ max: 128 }),
  amount,
});
export type Transfer = Shaped<typeof transfer>;

/** Maximum changes of a factory's configuration that are read. */
export const MAX_TREASURIES = 10_000;

/** A treasury that the factory has from a height on. */
export const treasury = object({
  height: text({ max: 20, form: /^[1-9][0-9]*$/, as: 'a height' }),
  address,
});
export type Treasury = Shaped<typeof treasury>;

/** Whether the node finds the transaction that created each contract, and so those after it. */
const history = object({ escrow: flag, factory: flag });
export type History = Shaped<typeof history>;

/** Facts that the platform publishes about its contracts, independent of the node. */
const claim = object({
  escrow: address,
  factory: address,
  /** Absent: the escrow was named, no campaign. */
  campaignId: optional(campaignId),
  /** SHA-256 of the escrow's Wasm; absent: not published. */
  checksum: optional(sha256Hex),
  /** Escrow admin; null: escrows are immutable; absent: not published. */
  admin: optional(nullable(address)),
  /** Absent: not published. */
  chainId: optional(text({ max: 50 })),
});
export type Claim = Shaped<typeof claim>;

/** Input of the checks: the claims, the state read from the node, and the published file. */
export const bundleShape = object({
  schema: oneOf([SCHEMA]),
  /** ISO 8601. */
  readAt: text({ max: 40 }),
  /** REST endpoint of the node. */
  node: text({ max: 2_048 }),
  claim,
  chain: part(object({ chain_id: text({ max: 50 }), height: text({ max: 20 }), time: text({ max: 40 }) })),
  contract: part(contractFacts),
  /** Code hash of the escrow as it is, of the code the factory created it with, and of the factory. */
  dataHash: part(dataHash),
  createdDataHash: part(dataHash),
  factoryDataHash: part(dataHash),
  campaign: part(campaignEntry),
  pause: part(pauseState),
  config: part(escrowConfig),
  status: part(escrowStatus),
  allocations: part(listOf(allocationEntry, MAX_ENTRIES)),
  /** The published file as it was received. */
  file: part(json),
  transfers: part(listOf(transfer, MAX_TRANSFERS)),
  /** Changes of the factory's treasury, oldest first; absent in bundles saved by earlier versions. */
  treasuries: optional(part(listOf(treasury, MAX_TREASURIES))),
  /** Absent in bundles saved by earlier versions. */
  history: optional(part(history)),
});
export type Bundle = Shaped<typeof bundleShape>;

export const BUNDLE_SCHEMA = SCHEMA;

/**
 * Reads a saved bundle from an untrusted source.
 * @throws ShapeError
 */
export const readBundle = (content: unknown): Bundle => bundleShape(content, '');
