import { type WasmdVersion } from './wasmd-profile.js';

/** An amount of a denomination as contracts and the SDK write it: the amount is a decimal string. */
export interface Coin {
  readonly denom: string;
  readonly amount: string;
}

export interface Attribute {
  readonly key: string;
  readonly value: string;
}

/** An event of a transaction, in the SDK's names (`wasm`, `wasm-<type>`, `transfer`, `execute`, ...). */
export interface ChainEvent {
  readonly type: string;
  readonly attributes: readonly Attribute[];
}

export type EntryPoint = 'instantiate' | 'execute' | 'query' | 'reply' | 'migrate' | 'sudo';

/**
 * What one contract call cost, in SDK gas. Contracts it called are calls of their own; `storage`, `host` and `wasm`
 * hold nothing of them. Fractions come from the 140,000 CosmWasm gas that make one SDK gas.
 */
export interface CallGas {
  readonly contract: string;
  readonly entryPoint: EntryPoint;
  /** 0 for the called contract, one more for every contract in between. */
  readonly depth: number;
  /** Loading the instance: 60,000 the first time a checksum is used in a transaction, 2,000 afterwards and in replies. */
  readonly setup: number;
  /** Reads and writes of the contract's own store. */
  readonly storage: number;
  /** Host calls, regions, signatures and addresses. */
  readonly host: number;
  /** Wasm instructions. */
  readonly wasm: number;
  /** Length of the returned JSON; one SDK gas per byte. */
  readonly responseBytes: number;
  /** Attributes and events of the response. */
  readonly events: number;
  /** Sum of the six above. */
  readonly total: number;
}

/** The gas of a transaction by part. */
export interface GasReport {
  /** What the chain charges: the figure to compare with `gas_used` of a real node. */
  readonly total: number;
  /** Transaction bytes, fee, signature, sequence. */
  readonly ante: number;
  readonly calls: readonly CallGas[];
  /** Sum of `calls`. */
  readonly contracts: number;
  /** Everything else: bank transfers, accounts, the Wasm module's own records. */
  readonly chain: number;
}

export interface TxSuccess {
  readonly ok: true;
  readonly gasUsed: number;
  readonly gas: GasReport;
  readonly events: readonly ChainEvent[];
  readonly data: Uint8Array | undefined;
}

export interface TxFailure {
  readonly ok: false;
  readonly gasUsed: number;
  readonly gas: GasReport;
  /** The node's raw log, for a contract's refusal `<its text>: execute wasm contract failed`. */
  readonly error: string;
  /** The ABCI error, e.g. wasm/5 (a contract's refusal), sdk/5 (insufficient funds), sdk/11 (out of gas). */
  readonly codespace: string;
  readonly code: number;
}

/** Everything a failed transaction did is undone. */
export type TxResult = TxSuccess | TxFailure;
export type InstantiateResult = (TxSuccess & { readonly address: string }) | TxFailure;

export interface StoreCodeResult {
  readonly codeId: number;
  /** 64 lowercase hex characters. */
  readonly checksum: string;
  readonly gasUsed: number;
}

export interface ContractInfo {
  readonly codeId: number;
  readonly creator: string;
  readonly admin: string | undefined;
  readonly label: string;
}

export interface CodeInfo {
  readonly codeId: number;
  readonly creator: string;
  /** 64 lowercase hex characters. */
  readonly checksum: string;
}

/** A message for a contract: an object becomes JSON; text and bytes are sent as they are. */
export type Message = object | string | Uint8Array;

export interface InstantiateOptions {
  readonly label: string;
  readonly admin?: string;
  readonly funds?: readonly Coin[];
}

export interface ChainOptions {
  /** Default `testing-1`. */
  readonly chainId?: string;
  /** Prefix of addresses; default `wasm`. */
  readonly prefix?: string;
  /** First block's time in nanoseconds; default 2026-01-01. */
  readonly time?: bigint;
  /** Gas limit of a transaction in SDK gas; default 100,000,000. */
  readonly gasLimit?: number;
  /** Fee the sender of each transaction pays; default none. */
  readonly fee?: readonly Coin[];
  /** The version of wasmd whose rules and costs apply; default `0.61.14`. */
  readonly wasmd?: WasmdVersion;
}

/** The standing of a contract call (`Env` of CosmWasm). */
export interface Env {
  readonly block: { readonly height: number; readonly time: string; readonly chain_id: string };
  readonly transaction: { readonly index: number; readonly hash: string } | null;
  readonly contract: { readonly address: string };
}

export interface MessageInfo {
  readonly sender: string;
  readonly funds: readonly Coin[];
}

export type BankMsg =
  | { readonly send: { readonly to_address: string; readonly amount: readonly Coin[] } }
  | { readonly burn: { readonly amount: readonly Coin[] } };

export type WasmMsg =
  | { readonly execute: { readonly contract_addr: string; readonly msg: string; readonly funds: readonly Coin[] } }
  | { readonly instantiate: WasmInstantiate }
  | { readonly instantiate2: WasmInstantiate & { readonly salt: string } }
  | { readonly migrate: { readonly contract_addr: string; readonly new_code_id: number; readonly msg: string } }
  | { readonly update_admin: { readonly contract_addr: string; readonly admin: string } }
  | { readonly clear_admin: { readonly contract_addr: string } };

export interface WasmInstantiate {
  readonly code_id: number;
  readonly msg: string;
  readonly funds: readonly Coin[];
  readonly label: string;
  readonly admin?: string | null;
}

/** `any` and the other kinds are refused, as wasmd refuses what it cannot route. */
export type CosmosMsg = { readonly bank: BankMsg } | { readonly wasm: WasmMsg };

export type ReplyOn = 'always' | 'error' | 'success' | 'never';

export interface SubMsg {
  readonly id: number;
  readonly msg: CosmosMsg;
  readonly gas_limit?: number | null;
  readonly reply_on: ReplyOn;
  /** Base64. */
  readonly payload?: string;
}

/** The response of a contract to instantiate, execute, reply and migrate. */
export interface ContractResponse {
  readonly messages?: readonly SubMsg[];
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly ChainEvent[];
  /** Base64. */
  readonly data?: string | null;
}

export interface Reply {
  readonly gas_used: number;
  readonly id: number;
  readonly payload: string;
  readonly result:
    | {
        readonly ok: {
          readonly events: readonly ChainEvent[];
          readonly data: string | null;
          readonly msg_responses: readonly { readonly type_url: string; readonly value: string }[];
        };
      }
    | { readonly error: string };
}
