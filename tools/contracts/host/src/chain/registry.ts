import { type ExecutableCode } from '../vm/backend.js';
import { type Addresses } from './addresses.js';
import { type Context } from './context.js';
import { ContractStorage } from './contract-storage.js';
import { chainError } from './errors.js';
import { type GasMeter, kvGas } from './gas-meter.js';
import { integer, message, sized, textLength } from './proto.js';
import { type State, type StateMap } from './state.js';

export interface StoredCode {
  readonly codeId: number;
  readonly creator: string;
  /** 32 bytes. */
  readonly checksum: Uint8Array;
  readonly migrateVersion: string | undefined;
  readonly executable: ExecutableCode;
}

export interface StoredContract {
  readonly address: string;
  readonly codeId: number;
  readonly creator: string;
  /** Empty when there is none. */
  readonly admin: string;
  readonly label: string;
  readonly created: TxPosition;
  /** Length of the last history entry; only its gas is ever needed. */
  readonly history: { readonly entries: number; readonly lastLength: number };
}

interface TxPosition {
  readonly height: number;
  readonly index: number;
}

// Lengths of keys (wasmd x/wasm/types/keys.go) and of values that never change.
const CODE_KEY = 1 + 8;
const SEQUENCE_VALUE = 8;
const CODE_SEQUENCE_KEY = 1 + 'lastCodeId'.length;
const INSTANCE_SEQUENCE_KEY = 1 + 'lastContractId'.length;
const TX_POSITION = 16;
const HISTORY_POSITION = 8;
const ACCESS_EVERYBODY = 2;
const MODULE_PARAMS = { key: 1, value: 6 };

const MIGRATED = 2;
const INSTANTIATED = 1;

/** The Wasm module's records of codes and contracts, with their gas (wasmd x/wasm/keeper/keeper.go). */
export class Registry {
  private readonly codes: StateMap<StoredCode>;
  private readonly contracts: StateMap<StoredContract>;
  private readonly sequences: StateMap<number>;
  private readonly storages: StateMap<Uint8Array>;

  constructor(
    state: State,
    private readonly addresses: Addresses,
  ) {
    this.codes = state.map();
    this.contracts = state.map();
    this.sequences = state.map();
    this.storages = state.map();
  }

  /** The store of a contract; empty for any other address. */
  storage(address: string, meter: GasMeter): ContractStorage {
    return new ContractStorage(this.storages, { address, addressLength: this.addresses.length(address) }, meter);
  }

  code(codeId: number): StoredCode | undefined {
    return this.codes.get(String(codeId));
  }

  contract(address: string): StoredContract | undefined {
    return this.contracts.get(address);
  }

  readCode(meter: GasMeter, codeId: number): StoredCode | undefined {
    const code = this.code(codeId);
    kvGas.read(meter, CODE_KEY, code ? codeLength(code) : 0);
    return code;
  }

  readContract(meter: GasMeter, address: string): StoredContract | undefined {
    const contract = this.contract(address);
    kvGas.read(meter, this.contractKey(address), contract ? this.contractLength(contract) : 0);
    return contract;
  }

  hasContract(meter: GasMeter, address: string): boolean {
    kvGas.has(meter);
    return this.contracts.has(address);
  }

  /** @throws ChainError wasm/22 */
  instance(meter: GasMeter, address: string): { contract: StoredContract; code: StoredCode } {
    const contract = this.readContract(meter, address);
    if (!contract) throw noSuchContract(address);
    const code = this.readCode(meter, contract.codeId);
    if (!code) throw noSuchCode(contract.codeId);
    return { contract, code };
  }

  addCode(meter: GasMeter, code: Omit<StoredCode, 'codeId'>): StoredCode {
    const codeId = this.next(meter, 'code', CODE_SEQUENCE_KEY);
    const stored = { ...code, codeId };
    kvGas.write(meter, CODE_KEY, codeLength(stored));
    this.codes.set(String(codeId), stored);
    return stored;
  }

  nextInstance(meter: GasMeter): number {
    return this.next(meter, 'instance', INSTANCE_SEQUENCE_KEY);
  }

  /** The module's parameters are read twice to store a code: who may upload, who may instantiate. */
  readParams(meter: GasMeter): void {
    kvGas.read(meter, MODULE_PARAMS.key, MODULE_PARAMS.value);
  }

  /** Codes are never pinned here. */
  readPinned(meter: GasMeter): void {
    kvGas.has(meter);
  }

  addContract(context: Context, contract: Omit<StoredContract, 'created' | 'history'>, msgLength: number): void {
    const { meter } = context;
    const created = positionOf(context);
    const lastLength = historyLength(INSTANTIATED, contract.codeId, created, msgLength);
    const length = this.addresses.length(contract.address);
    kvGas.write(meter, 1 + 8 + TX_POSITION + length, 0);
    kvGas.write(meter, 2 + this.addresses.length(contract.creator) + TX_POSITION + length, 0);
    kvGas.seek(meter);
    kvGas.write(meter, this.historyKey(contract.address), lastLength);
    this.writeContract(meter, { ...contract, created, history: { entries: 1, lastLength } });
  }

  moveContract(context: Context, contract: StoredContract, codeId: number, msgLength: number): void {
    const { meter } = context;
    const { address, history } = contract;
    const updated = positionOf(context);
    const lastLength = historyLength(MIGRATED, codeId, updated, msgLength);
    kvGas.seek(meter, this.historyKey(address), history.lastLength);
    kvGas.delete(meter);
    kvGas.seek(meter, this.historyKey(address), history.lastLength);
    kvGas.write(meter, this.historyKey(address), lastLength);
    kvGas.write(meter, 1 + 8 + TX_POSITION + this.addresses.length(address), 0);
    this.writeContract(meter, { ...contract, codeId, history: { entries: history.entries + 1, lastLength } });
  }

  writeContract(meter: GasMeter, contract: StoredContract): void {
    kvGas.write(meter, this.contractKey(contract.address), this.contractLength(contract));
    this.contracts.set(contract.address, contract);
  }

  private next(meter: GasMeter, name: string, keyLength: number): number {
    const id = this.sequences.get(name) ?? 1;
    kvGas.read(meter, keyLength, this.sequences.has(name) ? SEQUENCE_VALUE : 0);
    kvGas.write(meter, keyLength, SEQUENCE_VALUE);
    this.sequences.set(name, id + 1);
    return id;
  }

  private contractKey(address: string): number {
    return 1 + this.addresses.length(address);
  }

  private historyKey(address: string): number {
    return 1 + this.addresses.length(address) + HISTORY_POSITION;
  }

  private contractLength(contract: StoredContract): number {
    // The port of IBC v2 is `wasm2` and the address without its prefix.
    const port = 'wasm2'.length + contract.address.length - this.addresses.prefix.length;
    return (
      integer(contract.codeId) +
      sized(textLength(contract.creator)) +
      sized(textLength(contract.admin)) +
      sized(textLength(contract.label)) +
      message(positionLength(contract.created)) +
      sized(port)
    );
  }
}

export const noSuchContract = (address: string) =>
  chainError('noSuchContract', `address ${address}`, { no_such_contract: { addr: address } });

export const noSuchCode = (codeId: number) =>
  chainError('noSuchCode', `code id ${codeId}`, { no_such_code: { code_id: codeId } });

function positionOf({ execution }: Context): TxPosition {
  return { height: execution.height, index: execution.transaction?.index ?? 0 };
}

const positionLength = ({ height, index }: TxPosition): number => integer(height) + integer(index);

function codeLength({ checksum, creator }: StoredCode): number {
  return sized(checksum.length) + sized(textLength(creator)) + message(ACCESS_EVERYBODY);
}

function historyLength(operation: number, codeId: number, updated: TxPosition, msgLength: number): number {
  return integer(operation) + integer(codeId) + message(positionLength(updated)) + sized(msgLength);
}
