import Table from 'cli-table3';
import { type CallGas } from '@questp/contract-host';
import { type Step } from './campaign.js';
import { type Part } from './parts.js';

/** Bytes of an entry on the chain: header, 20 of the address, 3 of the points (docs/guides/contracts.md, Storage). */
const ENTRY_BYTES = 24;
const ENTRIES_PER_CHUNK = 64;

// Cosmos SDK store/types/gas.go.
const WRITE_FLAT = 2000;
const WRITE_PER_BYTE = 30;
const READ_FLAT = 1000;
const READ_PER_BYTE = 3;

/** The least a step could take of the store: its entries' bytes in chunks, without keys or any other record. */
function floorPerUnit({ name, units }: Step): number | undefined {
  const chunks = Math.ceil(units / ENTRIES_PER_CHUNK) / units;
  if (name.startsWith('escrow: commit')) return chunks * WRITE_FLAT + ENTRY_BYTES * WRITE_PER_BYTE;
  if (name.startsWith('escrow: distribute')) return chunks * READ_FLAT + ENTRY_BYTES * READ_PER_BYTE;
  return undefined;
}

const gas = (value: number | undefined) => (value === undefined ? '' : Math.round(value).toLocaleString('en-US'));

function print(head: string[], rows: string[][]): void {
  const colAligns = head.map((_, column) => (column === 0 ? ('left' as const) : ('right' as const)));
  const table = new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
  table.push(...rows);
  console.log(`\n${table.toString()}`);
}

export function printSizes(sizes: Record<string, number>): void {
  print(
    ['Wasm', 'bytes', 'gas to store (3 a byte)'],
    Object.entries(sizes).map(([name, bytes]) => [name, gas(bytes), gas(bytes * 3)]),
  );
}

/** Where the gas of each step goes; storage, host and Wasm are the contracts' own. */
export function printSteps(steps: Step[]): void {
  const sum = (step: Step, of: 'setup' | 'storage' | 'host' | 'wasm' | 'responseBytes') =>
    step.report?.calls.reduce((total, call) => total + call[of], 0);
  print(
    ['gas', 'total', 'tx', 'setup', 'storage', 'host', 'Wasm', 'response', 'bank etc.'],
    steps.map((step) => [
      step.name,
      gas(step.gas),
      gas(step.report?.ante),
      ...(['setup', 'storage', 'host', 'wasm', 'responseBytes'] as const).map((of) => gas(sum(step, of))),
      gas(step.report?.chain),
    ]),
  );
}

/** Steps of many entries, per entry: the contract beside the floor and beside what the bank takes. */
export function printPerUnit(steps: Step[]): void {
  print(
    ['gas per entry', 'contract', 'of it storage', 'floor', 'response', 'bank etc.', 'all'],
    steps
      .filter((step) => floorPerUnit(step) !== undefined)
      .map((step) => {
        const calls = step.report?.calls ?? [];
        // Loading the instance is paid once, whatever it does; the response and its events are what the chain reads.
        const own = calls.reduce((total, call) => total + call.storage + call.host + call.wasm, 0);
        const storage = calls.reduce((total, call) => total + call.storage, 0);
        const response = calls.reduce((total, call) => total + call.total - call.setup, 0) - own;
        const perUnit = (value: number) => gas(value / step.units);
        const rest = [response, step.report?.chain ?? 0, step.gas].map(perUnit);
        return [step.name, perUnit(own), perUnit(storage), gas(floorPerUnit(step)), ...rest];
      }),
  );
}

export function printParts(parts: Part[]): void {
  print(
    ['compute (host and Wasm)', 'gas', 'limit'],
    parts.map((part) => [part.name, gas(part.gas), gas(part.limit)]),
  );
}

/** A query another contract makes; without the 60,000 or 2,000 of loading the instance. */
export function printQuery(name: string, call: CallGas): void {
  const parts = [call.total - call.setup, call.storage, call.host, call.wasm, call.responseBytes];
  print(['query', 'gas', 'storage', 'host', 'Wasm', 'response'], [[name, ...parts.map(gas)]]);
}

/** What the host predicts beside what a real node charges. */
export function printCharged(predicted: Step[], charged: Step[]): void {
  print(
    ['on wasmd', 'predicted', 'charged', 'predicted / charged'],
    predicted.map((step, index) => {
      const real = charged[index]?.gas ?? NaN;
      return [step.name, gas(step.gas), gas(real), (step.gas / real).toFixed(4)];
    }),
  );
}
