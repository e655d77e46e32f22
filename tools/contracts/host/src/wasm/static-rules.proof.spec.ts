import { assemble, constantContract, type FunctionParts, i32, type ModuleParts } from '../testing/assembler.fixture.js';
import { wasmFacts } from './facts.js';
import { checkStaticRules } from './static-rules.js';

const REQUIRED: readonly FunctionParts[] = [
  { export: 'interface_version_8', code: [] },
  { export: 'allocate', parameters: 1, results: 1, code: i32(8) },
  { export: 'deallocate', parameters: 1, code: [] },
];

/** A module that keeps the rules, changed in one place. */
function problemsOf(parts: ModuleParts, functions: readonly FunctionParts[] = REQUIRED): string[] {
  return checkStaticRules(assemble({ memory: { min: 1 }, ...parts, functions }));
}

const withCode = (...code: readonly number[]): FunctionParts[] => [...REQUIRED, { code }];

describe('static rules', () => {
  it('accept a small contract', () => {
    expect(problemsOf({})).toEqual([]);
    expect(checkStaticRules(constantContract('{}'))).toEqual([]);
  });

  it('refuse a start function, which would run with no gas', () => {
    expect(problemsOf({ start: 0 })).toEqual(['has a start function, which the VM runs with no gas']);
  });

  it('refuse bulk memory, as instruction and as section', () => {
    const fill = [...i32(0), ...i32(0), ...i32(0), 0xfc, 11, 0];
    expect(problemsOf({}, withCode(...fill))).toEqual(['uses bulk memory instructions']);
    expect(problemsOf({ dataCount: true })).toEqual(['has a data count section (bulk memory)']);
  });

  it('refuse reference type instructions', () => {
    expect(problemsOf({}, withCode(0xd0, 0x70, 0x1a))).toEqual(['uses reference type instructions']);
  });

  it('refuse modules that no CosmWasm VM parses', () => {
    expect(problemsOf({}, withCode(0xfd, 12, ...new Array<number>(16).fill(0), 0x1a))).toEqual([
      'unsupported instruction 0xfd',
    ]);
  });

  it('refuse float instructions unless they are allowed, as older chains do', () => {
    const wasm = assemble({ memory: { min: 1 }, functions: withCode(0x43, 0, 0, 0, 0, 0x8b, 0x1a) });
    expect(checkStaticRules(wasm)).toEqual(['uses float instructions']);
    expect(checkStaticRules(wasm, { floats: 'allowed' })).toEqual([]);
    expect(wasmFacts(wasm).features.float).toBe(2);
  });

  it('allow 100 locals in a function and not 101', () => {
    expect(problemsOf({}, [...REQUIRED, { locals: 100, code: [] }])).toEqual([]);
    expect(problemsOf({}, [...REQUIRED, { locals: 101, code: [] }])).toEqual([
      'has 101 locals in a function, limit 100',
    ]);
  });

  it('allow 100 parameters and no second result', () => {
    expect(problemsOf({}, [...REQUIRED, { parameters: 101, code: [] }])).toEqual([
      'has 101 parameters in a function, limit 100',
    ]);
    expect(problemsOf({}, [...REQUIRED, { results: 2, code: [...i32(1), ...i32(2)] }])).toEqual([
      'has 2 results in a function, limit 1',
    ]);
  });

  it('require one memory of at most 512 pages without a maximum', () => {
    expect(problemsOf({ memory: { min: 512 } })).toEqual([]);
    expect(problemsOf({ memory: { min: 513 } })).toEqual(['starts with 513 memory pages, limit 512']);
    expect(problemsOf({ memory: { min: 1, max: 10 } })).toEqual([
      'sets a maximum for its memory, which is the host to set',
    ]);
    expect(problemsOf({ memory: undefined })).toContain('must have exactly one memory');
  });

  it('require at most one table, with a maximum of at most 2,500', () => {
    expect(problemsOf({ tables: [{ min: 1, max: 2500 }] })).toEqual([]);
    expect(problemsOf({ tables: [{ min: 1 }] })).toEqual(['has a table without a maximum']);
    expect(problemsOf({ tables: [{ min: 1, max: 2501 }] })).toEqual(['has a table of 2501 elements, limit 2500']);
    expect(
      problemsOf({
        tables: [
          { min: 1, max: 1 },
          { min: 1, max: 1 },
        ],
      }),
    ).toEqual(['has more than one table']);
  });

  it('permit only imports that a VM of every supported version has', () => {
    expect(problemsOf({ imports: [{ name: 'db_read' }] })).toEqual([]);
    expect(problemsOf({ imports: [{ name: 'bls12_381_hash_to_g1' }] })).toEqual([
      'imports the unknown env.bls12_381_hash_to_g1',
    ]);
    expect(problemsOf({ imports: [{ name: 'fd_write', module: 'wasi' }] })).toEqual([
      'imports the unknown wasi.fd_write',
    ]);
  });

  it('require exactly one interface version, the supported one', () => {
    const named = (...names: readonly string[]) => [
      ...REQUIRED.slice(1),
      ...names.map((name) => ({ export: name, code: [] })),
    ];
    expect(problemsOf({}, named())).toEqual(['exports no interface_version_*']);
    expect(problemsOf({}, named('interface_version_7'))).toEqual([
      'has the unknown interface version interface_version_7',
    ]);
    expect(problemsOf({}, named('interface_version_7', 'interface_version_8'))).toEqual([
      'exports more than one interface_version_*',
    ]);
  });

  it('require the memory functions and only known capabilities', () => {
    expect(problemsOf({}, REQUIRED.slice(0, 2))).toEqual(['does not export deallocate']);
    expect(problemsOf({}, [...REQUIRED, { export: 'requires_iterator', code: [] }])).toEqual([]);
    expect(problemsOf({}, [...REQUIRED, { export: 'requires_magic', code: [] }])).toEqual([
      'requires the unknown capability magic',
    ]);
  });

  it('refuse more than 800 KiB', () => {
    const data = [{ offset: 0, bytes: new Uint8Array(819_200) }];
    expect(problemsOf({ memory: { min: 20 }, data })).toEqual([
      expect.stringMatching(/^is 8\d+ bytes long, limit 819200$/),
    ]);
  });

  it('refuse bytes that are not a module and code that does not validate', () => {
    expect(checkStaticRules(Uint8Array.of(1, 2, 3))).toEqual(['not a Wasm module']);
    expect(problemsOf({}, withCode(0x6a))).toEqual(['is not valid Wasm']);
  });
});
