import { type CallGas, type ChainEvent } from './types.js';
import { chainError } from './errors.js';
import { type GasMeter } from './gas-meter.js';

/** State shared within one transaction or one external query. */
export interface Execution {
  readonly height: number;
  /** Block time, nanoseconds. */
  readonly time: bigint;
  readonly chainId: string;
  /** Position and hash (base64) in the block; null in a query from outside. */
  readonly transaction: { readonly index: number; readonly hash: string } | null;
  /** Checksums loaded so far, which are cheaper to load again; absent in a query from outside (wasmd checkDiscountEligibility). */
  readonly loadedCode: Set<string> | undefined;
  readonly calls: CallGas[];
}

// wasmd x/wasm/types/wasm_engine.go.
const MAX_CALL_DEPTH = 100;

/** The standing of a piece of work (sdk.Context): narrowed with object spread, never changed. */
export interface Context {
  readonly execution: Execution;
  readonly meter: GasMeter;
  readonly events: ChainEvent[];
  readonly callDepth: number;
  readonly queryDepth: number;
  /** Contracts between this one and the one the transaction called. */
  readonly contractDepth: number;
}

/** @throws ChainError wasm/30 beyond the limit (wasmd keeper.go, checkAndIncreaseCallDepth) */
export function oneCallDeeper(context: Context): Context {
  if (context.callDepth >= MAX_CALL_DEPTH) throw chainError('callDepth');
  return { ...context, callDepth: context.callDepth + 1 };
}
