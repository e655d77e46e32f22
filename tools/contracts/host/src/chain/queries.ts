import { VmError } from '../vm/errors.js';
import { GAS_MULTIPLIER } from '../vm/gas-schedule.js';
import { type Addresses } from './addresses.js';
import { type Bank } from './bank.js';
import { isDenom } from './coins.js';
import { type Context } from './context.js';
import { ChainError, chainError } from './errors.js';
import { GasMeter } from './gas-meter.js';
import { type Fields, fieldsOf, fromBase64, goJson, integerOf, isJson, parseJson, textOf, toBase64 } from './json.js';
import { type Keeper } from './keeper.js';
import { latin1Of } from '../vm/latin1.js';
import { noSuchCode, noSuchContract, type Registry } from './registry.js';
import { type State } from './state.js';
import { type WasmdProfile } from './wasmd-profile.js';

interface Modules {
  readonly state: State;
  readonly addresses: Addresses;
  readonly bank: Bank;
  readonly registry: Registry;
  readonly keeper: Keeper;
}

/** Answers `query_chain` (wasmd x/wasm/keeper/query_plugins.go). Whatever a query changes is undone. */
export class Queries {
  constructor(
    private readonly modules: Modules,
    private readonly profile: WasmdProfile,
  ) {}

  /**
   * @param gasLimit CosmWasm gas the contract has left
   * @returns JSON of SystemResult<ContractResult<Binary>>
   */
  answer(outer: Context, request: Uint8Array, gasLimit: number): Uint8Array {
    const meter = new GasMeter(Math.floor(gasLimit / GAS_MULTIPLIER));
    const savepoint = this.modules.state.savepoint();
    try {
      const result = this.query({ ...outer, meter, events: [] }, fieldsOf(parseRequest(request)));
      return goJson({ ok: { ok: toBase64(result) } });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      return goJson(error.systemError ? { error: error.systemError } : { ok: { error: error.redacted } });
    } finally {
      this.modules.state.rollback(savepoint);
      outer.meter.consume(meter.consumed, 'contract sub-query');
    }
  }

  private query(context: Context, { bank, wasm }: Fields): Uint8Array {
    if (bank) return this.queryBank(context, fieldsOf(bank));
    if (wasm) return this.queryWasm(context, fieldsOf(wasm));
    throw unsupported('unknown query');
  }

  private queryBank({ meter }: Context, { balance, supply, all_balances: allBalances }: Fields): Uint8Array {
    const { bank } = this.modules;
    if (balance) {
      const fields = fieldsOf(balance);
      const denom = textOf(fields['denom']);
      const address = this.address(textOf(fields['address']));
      // The SDK panics on a denomination it cannot build a coin of.
      if (!isDenom(denom)) throw new VmError('Panic in FFI call');
      return goJson({ amount: { denom, amount: bank.readBalance(meter, address, denom).toString() } });
    }
    if (supply) {
      const denom = textOf(fieldsOf(supply)['denom']);
      return goJson({ amount: { denom, amount: bank.readSupply(meter, denom).toString() } });
    }
    if (allBalances) {
      const found = bank.readBalances(meter, this.address(textOf(fieldsOf(allBalances)['address'])));
      return goJson({ amount: found.map(({ denom, amount }) => ({ denom, amount: amount.toString() })) });
    }
    throw unsupported('unknown BankQuery variant');
  }

  private queryWasm(
    context: Context,
    { smart, raw, contract_info: contractInfo, code_info: codeInfo }: Fields,
  ): Uint8Array {
    const { registry, keeper, addresses } = this.modules;
    const { meter } = context;
    if (smart) {
      const fields = fieldsOf(smart);
      const address = this.address(textOf(fields['contract_addr']));
      const msg = fromBase64(textOf(fields['msg']));
      if (!isJson(msg)) throw chainError('invalid', 'json msg');
      return keeper.query(context, address, msg);
    }
    if (raw) {
      const fields = fieldsOf(raw);
      const address = this.address(textOf(fields['contract_addr']));
      const key = latin1Of(fromBase64(textOf(fields['key'])));
      return registry.storage(address, meter).get(key) ?? new Uint8Array();
    }
    if (contractInfo) {
      const text = textOf(fieldsOf(contractInfo)['contract_addr']);
      const contract = registry.readContract(meter, this.address(text));
      if (!contract) throw noSuchContract(text);
      registry.readPinned(meter);
      const { codeId, creator, admin } = contract;
      const port = `wasm2${contract.address.slice(addresses.prefix.length)}`;
      return goJson({
        code_id: codeId,
        creator,
        ...(admin !== '' && { admin }),
        pinned: false,
        ...(this.profile.hasIbc2Port && { ibc2_port: port }),
      });
    }
    if (codeInfo) {
      const codeId = integerOf(fieldsOf(codeInfo)['code_id']);
      if (codeId === 0) throw chainError('empty', 'code id');
      const code = registry.readCode(meter, codeId);
      if (!code) throw noSuchCode(codeId);
      const checksum = Buffer.from(code.checksum).toString('hex');
      return goJson({ code_id: codeId, creator: code.creator, checksum });
    }
    throw unsupported('unknown WasmQuery variant');
  }

  private address(text: string): string {
    const { addresses } = this.modules;
    try {
      return addresses.normalize(text);
    } catch {
      // A contract gets only the error code, without the reason.
      throw chainError('invalidAddress', text);
    }
  }
}

function parseRequest(request: Uint8Array): unknown {
  try {
    return parseJson(request);
  } catch (error) {
    if (!(error instanceof VmError)) throw error;
    throw chainError('invalid', error.message, {
      invalid_request: { error: error.message, request: toBase64(request) },
    });
  }
}

const unsupported = (kind: string): ChainError => chainError('invalidRequest', kind, { unsupported_request: { kind } });
