import { sha256 } from '@noble/hashes/sha2.js';
import { type CallGas, type Coin, type TxFailure, type TxResult } from './types.js';
import { OutOfGas } from '../vm/errors.js';
import { type Accounts } from './accounts.js';
import { type Addresses } from './addresses.js';
import { runAnte, type TxMessage } from './ante.js';
import { type Bank } from './bank.js';
import { type Context } from './context.js';
import { ChainError, chainError } from './errors.js';
import { GasMeter, kvGas } from './gas-meter.js';
import { toBase64 } from './json.js';
import { type State } from './state.js';

export interface Block {
  readonly chainId: string;
  readonly height: number;
  readonly time: bigint;
}

interface Modules {
  readonly state: State;
  readonly accounts: Accounts;
  readonly addresses: Addresses;
  readonly bank: Bank;
}

/** Runs one message as the only transaction of a block: what the node charges for it first stays when it fails. */
export class Transactions {
  constructor(
    private readonly modules: Modules,
    private readonly gasLimit: number,
    private readonly fee: readonly Coin[],
  ) {}

  run(block: Block, sender: string, message: TxMessage, work: (context: Context) => Uint8Array | undefined): TxResult {
    const { state } = this.modules;
    const context = this.begin(block);
    const { meter, events, execution } = context;
    let ante = 0;
    let savepoint = state.savepoint();
    let outcome: { readonly data: Uint8Array | undefined } | ChainError;
    try {
      runAnte(context, sender, message, this.gasLimit, this.fee, this.modules);
      ante = meter.consumed;
      savepoint = state.savepoint();
      kvGas.has(meter); // circuit breaker
      outcome = { data: work(context) };
    } catch (error) {
      state.rollback(savepoint);
      outcome = this.failureOf(error, meter);
    } finally {
      state.commit();
    }
    const gas = reportOf(meter.consumed, ante, execution.calls);
    const gasUsed = meter.consumed;
    if (!(outcome instanceof ChainError)) return { ok: true, gasUsed, gas, events, data: outcome.data };
    const { message: error, codespace, code } = outcome;
    return { ok: false, gasUsed, gas, error, codespace, code } satisfies TxFailure;
  }

  private begin({ chainId, height, time }: Block): Context {
    const transaction = { index: 0, hash: toBase64(sha256(new TextEncoder().encode(`${chainId}/${height}`))) };
    return {
      execution: { chainId, height, time, transaction, loadedCode: new Set(), calls: [] },
      meter: new GasMeter(this.gasLimit),
      events: [],
      callDepth: 0,
      queryDepth: 0,
      contractDepth: 0,
    };
  }

  private failureOf(error: unknown, meter: GasMeter): ChainError {
    if (error instanceof ChainError) return error;
    if (!(error instanceof OutOfGas)) throw error;
    return chainError('outOfGas', `${error.message}; gasWanted: ${meter.limit}, gasUsed: ${meter.consumed}`);
  }
}

function reportOf(total: number, ante: number, calls: readonly CallGas[]) {
  const contracts = calls.reduce((sum, call) => sum + call.total, 0);
  return { total, ante, calls, contracts, chain: total - ante - contracts };
}
