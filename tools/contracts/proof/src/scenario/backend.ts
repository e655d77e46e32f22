/** A coin as messages carry it; `amount` is a decimal string. */
export interface Coin {
  readonly denom: string;
  readonly amount: string;
}

/** An asset as messages carry it. */
export type Asset = { native: { denom: string } } | { cw20: { address: string } };

/** One event of a transaction, attributes in the order the chain lists them. */
export interface ChainEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

/** How a transaction ended. A refused one changed nothing; `error` holds the contract's text somewhere inside. */
export type CallResult =
  | { readonly ok: true; readonly gasUsed: number; readonly events: readonly ChainEvent[] }
  | { readonly ok: false; readonly gasUsed: number; readonly error: string };

/** Where the two contracts are stored on a chain; `escrowChecksum` is the data_hash in lowercase hex. */
export interface StoredContracts {
  factoryCodeId: number;
  escrowCodeId: number;
  escrowChecksum: string;
}

/** A code on the chain; the checksum is the data_hash in lowercase hex. */
export interface StoredCode {
  codeId: number;
  checksum: string;
}

/** A token contract created for one scenario and the checksum of its code (lowercase hex). */
export interface Token {
  address: string;
  codeChecksum: string;
}

/**
 * What a scenario needs of a chain. The deterministic host and a real node implement it, so that the same story runs on
 * both. One backend serves one scenario: its names are its own, its factory is its own; only stored code is shared.
 *
 * Transactions are awaited one after another; each lands in a block of its own or a later one. No fee is taken in
 * `denom`, `strayDenom` or any token.
 */
export interface ScenarioBackend {
  readonly chainId: string;
  readonly contracts: StoredContracts;
  /** Denomination of native pools. */
  readonly denom: string;
  /** Another denomination, for assets that are not the pool's. */
  readonly strayDenom: string;

  /** Address that can sign. The first call for a name creates it with 1,000,000,000 of `denom` and of `strayDenom`. */
  account(name: string): Promise<string>;
  /** Address that holds nothing and never signs: 20 bytes, or 32 as contracts have. The same name gives the same one. */
  recipient(name: string, length?: 20 | 32): string;
  /** Address the bank refuses to pay (a module account on a real chain), for ever. */
  blockedRecipient(): Promise<string>;

  /** Stores a contract's code. */
  store(wasm: Uint8Array): Promise<StoredCode>;
  /** Gives a contract another code; `sender` is its admin. Throws when the chain refuses. */
  migrate(sender: string, contract: string, codeId: number, msg: object): Promise<void>;
  /** Creates a contract; `sender` is an address from `account`. Throws when the chain refuses. */
  instantiate(sender: string, codeId: number, msg: object, label: string, admin?: string): Promise<string>;
  execute(sender: string, contract: string, msg: object, funds?: readonly Coin[]): Promise<CallResult>;
  /** Plain bank transfer; throws when the bank refuses. */
  send(sender: string, recipient: string, coins: readonly Coin[]): Promise<void>;
  /** Smart query. Throws an error whose message contains the contract's text. */
  query<T>(contract: string, msg: object): Promise<T>;
  balance(asset: Asset, address: string): Promise<bigint>;

  /** New CW20 (cw20-base semantics) with these balances. */
  createToken(balances: Record<string, bigint>): Promise<Token>;
  /**
   * A denomination of this scenario alone, given to `holder`, whose transfers can be switched off (every one is then
   * refused by the bank) and on again with `setTransfersEnabled`. `undefined`: this chain cannot; the story is skipped.
   */
  createFreezableDenom(holder: string, amount: bigint): Promise<string | undefined>;
  setTransfersEnabled(denom: string, enabled: boolean): Promise<void>;

  /** Time of the latest block, nanoseconds. The next transaction runs at this time or later. */
  now(): Promise<bigint>;
  /** Returns when every further transaction and query runs at `time` (nanoseconds) or later. */
  waitUntil(time: bigint): Promise<void>;
}
