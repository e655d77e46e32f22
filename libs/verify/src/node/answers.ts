import { readEvents, type TxEvent } from '@questp/chains/transactions';
import { type AllocationStatus, type Asset } from '@questp/message-schema';
import { address, amount, campaignId, dataHash, sha256Hex, timestamp } from '../input/fields.js';
import {
  flag,
  listOf,
  nullable,
  object,
  oneOf,
  type Shape,
  type Shaped,
  ShapeError,
  text,
  whole,
} from '../input/shape.js';

const STATUSES: readonly AllocationStatus[] = ['pending', 'paid', 'failed', 'skipped', 'expired', 'discarded'];

const U32 = 2 ** 32 - 1;
const codeId = text({ max: 20, form: /^[1-9][0-9]*$/, as: 'a code id' });
const codeNumber = whole(Number.MAX_SAFE_INTEGER);
/** Empty: none. */
const adminOrNone: Shape<string> = (value, path) => (value === '' ? '' : address(value, path));
const asset: Shape<Asset> = (value, path) => {
  const either = object({
    native: nullable(object({ denom: text({ max: 128 }) })),
    cw20: nullable(object({ address })),
  });
  const { native, cw20 } = either(value, path);
  if (native !== null && cw20 === null) return { native };
  if (native === null && cw20 !== null) return { cw20 };
  throw new ShapeError(`${path} is not one asset`);
};

/** GET /cosmos/base/tendermint/v1beta1/blocks/latest */
export const latestBlock = object({
  block: object({
    header: object({
      chain_id: text({ max: 50 }),
      height: text({ max: 20, form: /^[1-9][0-9]*$/, as: 'a height' }),
      time: text({ max: 40 }),
    }),
  }),
});

/** GET /cosmwasm/wasm/v1/contract/<address> */
export const contractFacts = object({
  creator: address,
  code_id: codeId,
  admin: adminOrNone,
  label: text({ max: 256 }),
});
export const contractInfo = object({ contract_info: contractFacts });

/** GET /cosmwasm/wasm/v1/code/<code_id> */
export const codeInfo = object({ code_info: object({ data_hash: dataHash }) });

export const campaignEntry = object({
  campaign_id: campaignId,
  funding_attempt: whole(U32),
  escrow: address,
  code_id: codeNumber,
});

export const pauseState = object({ paused: flag, paused_until: nullable(timestamp) });

export const escrowConfig = object({
  parameters: object({
    starts_at: timestamp,
    ends_at: timestamp,
    fee_bps: whole(10_000),
    min_payout: amount,
    max_share_bps: whole(10_000),
  }),
  owner: address,
  factory: address,
  asset,
  roles: nullable(object({ treasury: address })),
  code_id: nullable(codeNumber),
});

export const escrowStatus = object({
  campaign_id: campaignId,
  funding_attempt: whole(U32),
  phase: text({ max: 40 }),
  funded_total: amount,
  balance: nullable(amount),
  version: whole(U32),
  entry_count: whole(U32),
  total_points: amount,
  finalized: nullable(
    object({
      gross_balance: amount,
      max_fee: amount,
      distributable: amount,
      cap: amount,
      treasury: address,
      allocation_sha256: sha256Hex,
      allocation_uri: text({ max: 2_048 }),
    }),
  ),
  paid_count: whole(U32),
  paid_total: amount,
  failed_count: whole(U32),
  failed_outstanding: amount,
  skipped_count: whole(U32),
  skipped_total: amount,
  fee_paid: amount,
  refunded_total: amount,
  cursor: whole(U32),
  deadlines: object({ starts_at: timestamp, ends_at: timestamp }),
  paused: flag,
  paused_until: nullable(timestamp),
  frozen_secs: whole(Number.MAX_SAFE_INTEGER),
});

export type EscrowStatus = Shaped<typeof escrowStatus>;
export type EscrowConfig = Shaped<typeof escrowConfig>;

/** Maximum entries per answer of the contract. */
export const PAGE = 100;

export const allocationEntry = object({
  address,
  points: amount,
  /** Null before finalize and of a discarded allocation. */
  amount: nullable(amount),
  status: oneOf(STATUSES),
});
export type AllocationEntry = Shaped<typeof allocationEntry>;

export const allocationPage = object({ version: whole(U32), allocations: listOf(allocationEntry, PAGE) });

/** Maximum transactions per answer: one with 250 payouts has 200 KB of events. */
export const TXS = 16;

/** Numbers that nodes write as texts, because they have 64 bits; some write numbers. */
const digits =
  (shape: Shape<string>): Shape<string> =>
  (value, path) =>
    shape(Number.isSafeInteger(value) ? String(value) : value, path);
const total = digits(text({ max: 10, form: /^(0|[1-9][0-9]*)$/, as: 'a number of transactions' }));
const events: Shape<TxEvent[]> = (value, path) => {
  const read = readEvents(value);
  if (read === undefined) throw new ShapeError(`${path} is not a list of events`);
  return read;
};
const code: Shape<number> = (value, path) => whole(U32)(value === '0' ? 0 : value, path);

const txhash: Shape<string> = (value, path) =>
  text({ max: 64, form: /^[0-9A-F]{64}$/, as: 'a transaction hash' })(
    typeof value === 'string' ? value.toUpperCase() : value,
    path,
  );

/** GET /cosmos/tx/v1beta1/txs */
export const txPage = object({
  total,
  tx_responses: listOf(
    object({
      txhash,
      height: digits(text({ max: 20, form: /^[1-9][0-9]*$/, as: 'a height' })),
      code,
      events,
    }),
    TXS,
  ),
});
export type TxPage = Shaped<typeof txPage>;
export type FoundTx = TxPage['tx_responses'][number];
