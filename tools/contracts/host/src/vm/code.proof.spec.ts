import { assemble, constantContract, type FunctionParts, i32 } from '../testing/assembler.fixture.js';
import { type Backend } from './backend.js';
import { ContractCode } from './code.js';
import { OutOfGas } from './errors.js';
import { GAS_SCHEDULES } from './gas-schedule.js';

const SCHEDULE = GAS_SCHEDULES['3.0.9'];
const GAS = 1_000_000_000;
const utf8 = new TextEncoder();

function backendWith(changes: Partial<Backend> = {}): Backend {
  return {
    storage: {
      get: () => undefined,
      set: () => undefined,
      remove: () => undefined,
      scan: () => ({ next: () => undefined }),
    },
    addresses: {
      validate: () => ({ value: true, cost: 0 }),
      canonicalize: () => ({ value: new Uint8Array(20), cost: 0 }),
      humanize: () => ({ value: 'address', cost: 0 }),
    },
    isReadOnly: false,
    externalGas: () => 0,
    query: () => new Uint8Array(),
    ...changes,
  };
}

const REGION = 16;

/** A contract with one import whose `execute` calls it with regions that hold `data`, and returns the first of them. */
function callingContract(name: string, ...data: readonly Uint8Array[]): Uint8Array {
  const regions = data.flatMap((bytes, index) => {
    const pointer = REGION + index * 16;
    const offset = 1024 + index * 1024;
    return [
      { offset: pointer, bytes: new Uint8Array(new Uint32Array([offset, bytes.length, bytes.length]).buffer) },
      { offset, bytes },
    ];
  });
  const functions: FunctionParts[] = [
    { export: 'allocate', parameters: 1, results: 1, code: i32(REGION) },
    { export: 'deallocate', parameters: 1, code: [] },
    {
      export: 'execute',
      results: 1,
      code: [...data.flatMap((_bytes, index) => i32(REGION + index * 16)), 0x10, 0, ...i32(REGION)],
    },
  ];
  return assemble({ imports: [{ name, parameters: data.length }], memory: { min: 1 }, functions, data: regions });
}

const execute = (wasm: Uint8Array, backend: Backend, gas = GAS) =>
  new ContractCode(wasm, SCHEDULE).call('execute', [], backend, gas);

describe('a contract call', () => {
  const three = [utf8.encode('{}'), utf8.encode('{}'), utf8.encode('{}')];

  it('passes parameters and returns the answer', () => {
    const code = new ContractCode(constantContract('{"n":#}'), SCHEDULE);
    const call = code.call('execute', three, backendWith(), GAS);
    expect(new TextDecoder().decode(call.result)).toBe('{"n":1}');
    expect(call.internal).toBe(call.host + call.wasm);
  });

  it('charges for writing the parameters and reading the answer', () => {
    const { host } = new ContractCode(constantContract('{}'), SCHEDULE).call('execute', three, backendWith(), GAS);
    expect(host).toBe(3 * (230_000 + 570 * 2) + 200_000 + 115 * 2);
  });

  it('fails with one unit of gas less than needed, and then uses all of it', () => {
    const code = new ContractCode(constantContract('{}'), SCHEDULE);
    const { internal } = code.call('execute', three, backendWith(), GAS);
    expect(code.call('execute', three, backendWith(), internal).error).toBeUndefined();
    const short = code.call('execute', three, backendWith(), internal - 1);
    expect(short.error).toBe('Ran out of gas during contract execution');
  });

  it('fails for an export that is missing or has other parameters', () => {
    const code = new ContractCode(constantContract('{}'), SCHEDULE);
    expect(code.call('sudo', three.slice(1), backendWith(), GAS).error).toMatch('Missing export sudo');
    expect(code.call('execute', three.slice(1), backendWith(), GAS).error).toMatch('number of arguments');
  });

  it('tries a migrate with three parameters again with two, and charges both', () => {
    const code = new ContractCode(constantContract('{}'), SCHEDULE);
    const { host, error } = code.call('migrate', three, backendWith(), GAS);
    expect(error).toBeUndefined();
    expect(host).toBe(5 * (230_000 + 570 * 2) + 200_000 + 115 * 2);
  });

  it('contains the text of an abort', () => {
    const { error } = execute(callingContract('abort', utf8.encode('overflow')), backendWith());
    expect(error).toBe('Error executing Wasm: Wasmer runtime error: RuntimeError: Aborted: overflow');
  });

  it('cannot write in a query', () => {
    const wasm = callingContract('db_write', utf8.encode('key'), utf8.encode('value'));
    expect(execute(wasm, backendWith()).error).toBeUndefined();
    expect(execute(wasm, backendWith({ isReadOnly: true })).error).toMatch('read-only');
  });

  it('cannot write keys above 64 KiB or read regions outside its memory', () => {
    const huge = assembleRegion(1024, 65_537);
    expect(execute(huge, backendWith()).error).toMatch('Region length too big');
    expect(execute(assembleRegion(0, 1), backendWith()).error).toMatch('offset of zero');
    expect(execute(assembleRegion(65_000, 1000), backendWith()).error).toMatch('outside of the memory');
  });

  it('counts the gas of the chain separately, against the same limit', () => {
    let charged = 0;
    const backend = backendWith({ externalGas: () => charged });
    const storage = {
      ...backend.storage,
      get: () => {
        charged += 500;
        return undefined;
      },
    };
    const wasm = callingContract('db_read', utf8.encode('key'));
    const call = execute(wasm, { ...backend, storage });
    expect(call.external).toBe(500);
    charged = 0;
    expect(execute(wasm, { ...backend, storage }, call.internal + 500).error).toBeUndefined();
    charged = 0;
    expect(execute(wasm, { ...backend, storage }, call.internal + 499).error).toMatch('Ran out of gas');
  });

  it('ends when the chain under it is out of gas', () => {
    const storage = {
      ...backendWith().storage,
      get: () => {
        throw new OutOfGas('ReadFlat');
      },
    };
    const { error } = execute(callingContract('db_read', utf8.encode('key')), backendWith({ storage }));
    expect(error).toMatch('Ran out of gas');
  });

  it('does not hide a defect of the host behind an error of the contract', () => {
    const storage = {
      ...backendWith().storage,
      get: () => {
        throw new TypeError('a defect');
      },
    };
    const wasm = callingContract('db_read', utf8.encode('key'));
    expect(() => execute(wasm, backendWith({ storage }))).toThrow('a defect');
  });
});

/** A contract that removes the key in a region it made up. */
function assembleRegion(offset: number, length: number): Uint8Array {
  return assemble({
    imports: [{ name: 'db_remove', parameters: 1 }],
    memory: { min: 1 },
    functions: [
      { export: 'deallocate', parameters: 1, code: [] },
      { export: 'execute', results: 1, code: [...i32(REGION), 0x10, 0, ...i32(REGION)] },
    ],
    data: [{ offset: REGION, bytes: new Uint8Array(new Uint32Array([offset, length, length]).buffer) }],
  });
}
