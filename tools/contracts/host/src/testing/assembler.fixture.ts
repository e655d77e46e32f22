import { ByteWriter } from '../wasm/bytes.js';

/** A hand-made module for specs; everything is optional and left out when absent. */
export interface ModuleParts {
  /** Imported functions: name in `env` and number of i32 parameters. */
  readonly imports?: readonly { readonly name: string; readonly parameters?: number; readonly module?: string }[];
  readonly functions?: readonly FunctionParts[];
  readonly memory?: { readonly min: number; readonly max?: number } | undefined;
  readonly tables?: readonly { readonly min: number; readonly max?: number }[];
  /** Initial values of mutable i32 globals. */
  readonly globals?: readonly number[];
  /** Index of the function that runs first. */
  readonly start?: number;
  readonly dataCount?: boolean;
  readonly data?: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
}

export interface FunctionParts {
  readonly export?: string;
  /** Number of i32 parameters. */
  readonly parameters?: number;
  /** Number of i32 results. */
  readonly results?: number;
  /** Number of i32 locals. */
  readonly locals?: number;
  /** Instructions without the final `end`. */
  readonly code: readonly number[];
}

const I32 = 0x7f;

export function assemble(parts: ModuleParts): Uint8Array {
  const { imports = [], functions = [], tables = [], globals = [], data = [] } = parts;
  const writer = new ByteWriter();
  writer.raw(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const section = (id: number, fill: (body: ByteWriter) => void): void => {
    const body = new ByteWriter();
    fill(body);
    writer.u8(id);
    writer.sized(body.bytes());
  };
  const list = <T>(
    id: number,
    items: readonly T[],
    write: (body: ByteWriter, item: T, index: number) => void,
  ): void => {
    if (items.length === 0) return;
    section(id, (body) => {
      body.u32(items.length);
      items.forEach((item, index) => write(body, item, index));
    });
  };
  const limits = (body: ByteWriter, { min, max }: { readonly min: number; readonly max?: number }): void => {
    body.u8(max === undefined ? 0 : 1);
    body.u32(min);
    if (max !== undefined) body.u32(max);
  };
  list(1, [...imports.map(({ parameters }) => ({ parameters, results: 0 })), ...functions], (body, type) => {
    body.u8(0x60);
    body.sized(new Uint8Array(type.parameters ?? 0).fill(I32));
    body.sized(new Uint8Array(type.results ?? 0).fill(I32));
  });
  list(2, imports, (body, { name, module = 'env' }, index) => {
    body.name(module);
    body.name(name);
    body.u8(0);
    body.u32(index);
  });
  list(3, functions, (body, _function, index) => body.u32(imports.length + index));
  list(4, tables, (body, table) => {
    body.u8(0x70);
    limits(body, table);
  });
  list(5, parts.memory ? [parts.memory] : [], limits);
  list(6, globals, (body, value) => {
    body.raw(Uint8Array.of(I32, 1));
    body.raw(Uint8Array.from([...i32(value), 0x0b]));
  });
  const exported = functions.flatMap((part, index) =>
    part.export === undefined ? [] : [{ name: part.export, index }],
  );
  section(7, (body) => {
    body.u32(exported.length + (parts.memory ? 1 : 0));
    for (const { name, index } of exported) {
      body.name(name);
      body.u8(0);
      body.u32(imports.length + index);
    }
    if (!parts.memory) return;
    body.name('memory');
    body.raw(Uint8Array.of(2, 0));
  });
  if (parts.start !== undefined) section(8, (body) => body.u32(parts.start ?? 0));
  if (parts.dataCount) section(12, (body) => body.u32(data.length));
  list(10, functions, (body, { locals = 0, code }) => {
    const content = new ByteWriter();
    content.u32(locals > 0 ? 1 : 0);
    if (locals > 0) {
      content.u32(locals);
      content.u8(I32);
    }
    content.raw(Uint8Array.from([...code, 0x0b]));
    body.sized(content.bytes());
  });
  list(11, data, (body, { offset, bytes }) => {
    body.raw(Uint8Array.from([0, ...i32(offset), 0x0b]));
    body.sized(bytes);
  });
  return writer.bytes();
}

/** `i32.const value`. */
export function i32(value: number): number[] {
  const bytes = [0x41];
  let rest = value;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}

const local = (index: number): number[] => [0x20, index];
const getGlobal = (index: number): number[] => [0x23, index];
const setGlobal = (index: number): number[] => [0x24, index];
const ADD = 0x6a;
const store = (offset: number): number[] => [0x36, 2, offset];

const RESULT_REGION = 16;
const RESULT = 64;
const HEAP = 4096;

/**
 * A contract that answers every call with the same JSON, whose `#` is replaced by the number of calls this instance has
 * had: 1, as long as every call gets a new instance.
 */
export function constantContract(json: string, parts: ModuleParts = {}): Uint8Array {
  const bytes = new TextEncoder().encode(json);
  const counter = json.indexOf('#');
  const region = new Uint8Array(new Uint32Array([RESULT, bytes.length, bytes.length]).buffer);
  const count = [...getGlobal(1), ...i32(1), ADD, ...setGlobal(1)];
  const write = counter < 0 ? [] : [...i32(RESULT + counter), ...i32(48), ...getGlobal(1), ADD, 0x3a, 0, 0];
  const answer = [...count, ...write, ...i32(RESULT_REGION)];
  const entry = (name: string, parameters: number): FunctionParts => ({
    export: name,
    parameters,
    results: 1,
    code: answer,
  });
  return assemble({
    memory: { min: 1 },
    globals: [HEAP, 0],
    data: [
      { offset: RESULT_REGION, bytes: region },
      { offset: RESULT, bytes },
    ],
    ...parts,
    functions: [
      { export: 'interface_version_8', code: [] },
      { export: 'allocate', parameters: 1, results: 1, locals: 1, code: allocate },
      { export: 'deallocate', parameters: 1, code: [] },
      entry('instantiate', 3),
      entry('execute', 3),
      entry('migrate', 2),
      entry('reply', 2),
      ...(parts.functions ?? []),
    ],
  });
}

/** region = heap; region = { offset: heap + 12, capacity: size, length: 0 }; heap += 12 + size. */
const allocate = [
  ...getGlobal(0),
  0x21,
  1,
  ...[...local(1), ...local(1), ...i32(12), ADD, ...store(0)],
  ...[...local(1), ...local(0), ...store(4)],
  ...[...local(1), ...i32(0), ...store(8)],
  ...[...local(1), ...i32(12), ADD, ...local(0), ADD, ...setGlobal(0)],
  ...local(1),
];
