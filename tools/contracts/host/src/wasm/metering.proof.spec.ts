import { assemble, type FunctionParts, i32 } from '../testing/assembler.fixture.js';
import { GAS_LEFT, meter, OUT_OF_GAS } from './metering.js';
import { type MutableGlobal, WebAssembly } from './webassembly.js';

const COSTS = { operator: 1, accountingOperator: 100, ifEndsBlock: true, freeLocals: 3 };

function run(part: Omit<FunctionParts, 'export'>, gas: number) {
  const wasm = assemble({ memory: { min: 1 }, functions: [{ ...part, export: 'run' }] });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(meter(wasm, COSTS)));
  const left = exports[GAS_LEFT] as MutableGlobal;
  left.value = gas;
  let result: unknown;
  let trapped = false;
  try {
    result = (exports['run'] as () => unknown)();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    trapped = true;
  }
  return { result, used: gas - left.value, trapped, outOfGas: (exports[OUT_OF_GAS] as MutableGlobal).value === 1 };
}

describe('metering', () => {
  it('charges each instruction, and more for the one that ends a block', () => {
    // two constants and an addition, then `end`
    expect(run({ results: 1, code: [...i32(1), ...i32(2), 0x6a] }, 1000)).toEqual({
      result: 3,
      used: 103,
      trapped: false,
      outOfGas: false,
    });
  });

  it('charges a block before it runs, and traps when the remaining gas does not suffice', () => {
    expect(run({ code: [0x01, 0x01] }, 102)).toMatchObject({ used: 102, trapped: false });
    expect(run({ code: [0x01, 0x01] }, 101)).toMatchObject({ used: 0, trapped: true, outOfGas: true });
  });

  it('charges a loop in each iteration', () => {
    // loop: local0 += 1; br_if local0 < 3
    const body = [0x20, 0, ...i32(1), 0x6a, 0x22, 0, ...i32(3), 0x48, 0x0d, 0];
    // `loop` 100; three rounds of 7 plus `br_if` 100; two `end`
    expect(run({ locals: 1, code: [0x03, 0x40, ...body, 0x0b] }, 10_000).used).toBe(100 + 3 * (6 + 100) + 2 * 100);
  });

  it('charges locals beyond the free ones once per call', () => {
    expect(run({ locals: 3, code: [] }, 1000).used).toBe(100);
    expect(run({ locals: 5, code: [] }, 1000).used).toBe(102);
    expect(run({ locals: 5, code: [0x01] }, 1000).used).toBe(103);
  });

  it('distinguishes a trap of the code from running out of gas', () => {
    expect(run({ code: [0x00] }, 1000)).toMatchObject({ trapped: true, outOfGas: false });
  });

  it('lets the memory grow to at most 512 pages', () => {
    expect(run({ results: 1, code: [...i32(511), 0x40, 0] }, 1000).result).toBe(1);
    expect(run({ results: 1, code: [...i32(512), 0x40, 0] }, 1000).result).toBe(-1);
  });
});
