import { ByteReader, ByteWriter } from './bytes.js';
import { parseModule, SECTION, type WasmModule } from './module.js';
import { OP, OperatorReader } from './operators.js';

/** Cost of instructions in CosmWasm gas. */
export interface OperatorCosts {
  readonly operator: number;
  /** Instead of `operator`, for the instructions that end a basic block. */
  readonly accountingOperator: number;
  /** Whether `if` ends a basic block. Up to 2.1.3 it did not, so that what precedes an `else` branch cost nothing. */
  readonly ifEndsBlock: boolean;
  /** Locals of a function beyond this number cost one `operator` each, per call. */
  readonly freeLocals: number;
}

export const GAS_LEFT = 'questp_gas_left';
export const OUT_OF_GAS = 'questp_out_of_gas';

/** wasmd gives a contract 32 MiB; growing beyond makes `memory.grow` answer -1. */
const MAX_MEMORY_PAGES = 512;

const ACCOUNTING: ReadonlySet<number> = new Set([
  OP.loop,
  OP.else,
  OP.end,
  OP.br,
  OP.brIf,
  OP.brTable,
  OP.return,
  OP.call,
  OP.callIndirect,
]);

const I32 = 0x7f;
const F64 = 0x7c;

/**
 * Rewrites a module as cosmwasm-vm's metering middleware does (packages/vm/src/wasm_backend/metering.rs): before the
 * end of every basic block its cost is taken from a global; when that is too small, the module traps with the global
 * `questp_out_of_gas` set. The gas is a 64-bit float instead of an integer: exact below 2^53, and JavaScript reads it
 * without a BigInt.
 *
 * @param wasm a module that passes `checkStaticRules`
 */
export function meter(wasm: Uint8Array, costs: OperatorCosts): Uint8Array<ArrayBuffer> {
  const module = parseModule(wasm);
  const gasLeft = module.globals;
  const writer = new ByteWriter();
  writer.raw(wasm.subarray(0, 8));
  const write = (id: number, fill: (body: ByteWriter) => void): void => {
    const body = new ByteWriter();
    fill(body);
    writer.u8(id);
    writer.sized(body.bytes());
  };
  let globalsDone = module.globals > 0;
  for (const { id, start, end } of module.sections) {
    const reader = new ByteReader(wasm, start, end);
    if (!globalsDone && id > SECTION.global && id !== SECTION.dataCount) {
      write(SECTION.global, (body) => writeGlobals(body, 0, new Uint8Array()));
      globalsDone = true;
    }
    if (id === SECTION.memory) write(id, (body) => writeMemory(body, module));
    else if (id === SECTION.global)
      write(id, (body) => writeGlobals(body, reader.u32(), reader.take(end - reader.position)));
    else if (id === SECTION.export) write(id, (body) => writeExports(body, reader, end, gasLeft));
    else if (id === SECTION.code) write(id, (body) => writeCode(body, module, costs, gasLeft));
    else {
      writer.u8(id);
      writer.sized(wasm.subarray(start, end));
    }
  }
  return writer.bytes();
}

function writeMemory(body: ByteWriter, { memories }: WasmModule): void {
  body.u32(memories.length);
  for (const { min } of memories) {
    body.u8(1);
    body.u32(min);
    body.u32(MAX_MEMORY_PAGES);
  }
}

function writeGlobals(body: ByteWriter, count: number, rest: Uint8Array): void {
  body.u32(count + 2);
  body.raw(rest);
  body.u8(F64);
  body.u8(1);
  body.u8(0x44);
  body.f64(0);
  body.u8(OP.end);
  body.raw(Uint8Array.of(I32, 1, 0x41, 0, OP.end));
}

function writeExports(body: ByteWriter, reader: ByteReader, end: number, gasLeft: number): void {
  body.u32(reader.u32() + 2);
  body.raw(reader.take(end - reader.position));
  for (const [index, name] of [GAS_LEFT, OUT_OF_GAS].entries()) {
    body.name(name);
    body.u8(3);
    body.u32(gasLeft + index);
  }
}

function writeCode(body: ByteWriter, module: WasmModule, costs: OperatorCosts, gasLeft: number): void {
  body.u32(module.bodies.length);
  for (const { start, code, end, locals } of module.bodies) {
    const metered = new ByteWriter();
    metered.raw(module.bytes.subarray(start, code));
    writeInstructions(metered, module.bytes, code, end, locals, costs, gasLeft);
    body.sized(metered.bytes());
  }
}

function writeInstructions(
  writer: ByteWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
  locals: number,
  costs: OperatorCosts,
  gasLeft: number,
): void {
  const reader = new OperatorReader(bytes, start, end);
  const localsCost = Math.max(0, locals - costs.freeLocals) * costs.operator;
  let block = 0;
  let from = start;
  while (reader.next()) {
    const isAccounting = ACCOUNTING.has(reader.opcode) || (reader.opcode === OP.if && costs.ifEndsBlock);
    if (from === start && localsCost > 0) {
      if (isAccounting) block += localsCost;
      else writeCharge(writer, localsCost, gasLeft);
    }
    block += isAccounting ? costs.accountingOperator : costs.operator;
    if (isAccounting) {
      writeCharge(writer, block, gasLeft);
      block = 0;
    }
    writer.raw(bytes.subarray(from, reader.position));
    from = reader.position;
  }
}

function writeCharge(writer: ByteWriter, cost: number, gasLeft: number): void {
  const getGas = (): void => {
    writer.u8(0x23);
    writer.u32(gasLeft);
    writer.u8(0x44);
    writer.f64(cost);
  };
  getGas();
  writer.raw(Uint8Array.of(0x63, OP.if, 0x40, 0x41, 1, 0x24)); // f64.lt, if, i32.const 1, global.set
  writer.u32(gasLeft + 1);
  writer.raw(Uint8Array.of(0x00, OP.end)); // unreachable, end
  getGas();
  writer.raw(Uint8Array.of(0xa1, 0x24)); // f64.sub, global.set
  writer.u32(gasLeft);
}
