/** The store of one contract. Keys are bytes written as a latin-1 string, so that string order is byte order. */
export interface VmStorage {
  get(key: string): Uint8Array | undefined;
  set(key: string, value: Uint8Array): void;
  remove(key: string): void;
  /** Entries of [start, end), ascending or descending; gas is charged as the SDK's iterator charges it. */
  scan(start: string | undefined, end: string | undefined, ascending: boolean): VmIterator;
}

export interface VmIterator {
  next(): readonly [key: string, value: Uint8Array] | undefined;
}

export type AddressResult<T> =
  | { readonly value: T; readonly cost: number }
  | { readonly error: string; readonly cost: number };

/** Costs are CosmWasm gas. */
export interface AddressApi {
  validate(text: string): AddressResult<true>;
  canonicalize(text: string): AddressResult<Uint8Array>;
  humanize(canonical: Uint8Array): AddressResult<string>;
}

/** The services of the chain for a contract call. */
export interface Backend {
  readonly storage: VmStorage;
  readonly addresses: AddressApi;
  /** True in queries: writing is an error. */
  readonly isReadOnly: boolean;
  /** CosmWasm gas the chain has charged so far; what it grows by during a host call counts against the contract. */
  externalGas(): number;
  /** JSON of a QueryRequest to JSON of SystemResult<ContractResult<Binary>>; at most `gasLimit` CosmWasm gas. */
  query(request: Uint8Array, gasLimit: number): Uint8Array;
}

/** Outcome of one call, with its gas in CosmWasm gas. `internal` is what wasmvm reports as used by the contract itself. */
export interface VmCall {
  readonly result: Uint8Array | undefined;
  readonly error: string | undefined;
  readonly internal: number;
  readonly external: number;
  /** The part of `internal` that is host calls, regions and signatures. */
  readonly host: number;
  /** The part of `internal` that is instructions. */
  readonly wasm: number;
}

/** Something that runs as a contract: compiled Wasm or TypeScript. */
export interface ExecutableCode {
  call(entryPoint: string, parameters: readonly Uint8Array[], backend: Backend, gasLimit: number): VmCall;
}
