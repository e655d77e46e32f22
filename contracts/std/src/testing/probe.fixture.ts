import { Chain, type Coin, type TxResult } from '@questp/contract-host';
import { compile } from './module.fixture.js';

let wasm: Promise<Uint8Array> | undefined;

/** test-modules/probe on a chain: every command is `{"<name>":["<argument>",..]}`. */
export class Probe {
  readonly chain = new Chain();
  readonly owner = this.chain.address('owner');
  readonly codeId: number;
  readonly checksum: string;
  readonly address: string;

  private constructor(wasm: Uint8Array) {
    ({ codeId: this.codeId, checksum: this.checksum } = this.chain.storeCode(wasm));
    const result = this.chain.instantiate(this.owner, this.codeId, {}, { label: 'probe', admin: this.owner });
    if (!result.ok) throw new Error(result.error);
    this.address = result.address;
  }

  static async start(): Promise<Probe> {
    wasm ??= compile('test-modules/probe');
    return new Probe(await wasm);
  }

  ask(name: string, ...values: string[]): unknown {
    return this.chain.query(this.address, { [name]: values });
  }

  run(name: string, ...values: string[]): TxResult {
    return this.runAs(this.owner, name, ...values);
  }

  runAs(sender: string, name: string, ...values: string[]): TxResult {
    return this.runWith([], sender, name, ...values);
  }

  runWith(funds: Coin[], sender: string, name: string, ...values: string[]): TxResult {
    return this.chain.execute(sender, this.address, { [name]: values }, funds);
  }
}

/** Attributes of the events of a type, in order, without the chain's own `_contract_address`. */
export function attributesOf(result: TxResult, type = 'wasm'): [string, string][] {
  return allAttributesOf(result, type).filter(([key]) => key !== '_contract_address');
}

/** The address of the contract a transaction made. */
export function contractMadeBy(result: TxResult): string {
  const address = allAttributesOf(result, 'instantiate').find(([key]) => key === '_contract_address');
  if (!address) throw new Error('no contract was made');
  return address[1];
}

function allAttributesOf(result: TxResult, type: string): [string, string][] {
  if (!result.ok) throw new Error(result.error);
  return result.events
    .filter((event) => event.type === type)
    .flatMap(({ attributes }) => attributes)
    .map(({ key, value }) => [key, value]);
}

/** Why a transaction was refused; empty when it was not. */
export const errorOf = (result: TxResult): string => (result.ok ? '' : result.error);
