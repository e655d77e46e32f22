import { ByteReader } from './bytes.js';

export interface Limits {
  readonly min: number;
  readonly max: number | undefined;
}

export interface FunctionBody {
  /** Declared locals, without the parameters. */
  readonly locals: number;
  /** Where the local declarations start. */
  readonly start: number;
  /** Where the instructions start. */
  readonly code: number;
  readonly end: number;
}

export type ExternalKind = 'function' | 'table' | 'memory' | 'global';

/** What the rules and the metering need of a module; instructions stay bytes. */
export interface WasmModule {
  readonly bytes: Uint8Array;
  readonly sections: readonly { readonly id: number; readonly start: number; readonly end: number }[];
  readonly types: readonly { readonly parameters: number; readonly results: number }[];
  readonly imports: readonly { readonly name: string; readonly kind: ExternalKind }[];
  /** Type index of each function the module defines. */
  readonly functions: readonly number[];
  readonly tables: readonly Limits[];
  readonly memories: readonly Limits[];
  /** Globals the module defines itself. */
  readonly globals: number;
  readonly exports: readonly { readonly name: string; readonly kind: ExternalKind }[];
  readonly bodies: readonly FunctionBody[];
  readonly hasStart: boolean;
  readonly hasDataCount: boolean;
  readonly migrateVersion: string | undefined;
}

export const SECTION = { custom: 0, memory: 5, global: 6, export: 7, code: 10, dataCount: 12 } as const;

const KINDS: readonly ExternalKind[] = ['function', 'table', 'memory', 'global'];

/**
 * Reads the sections of a Wasm module. It does not validate: `new WebAssembly.Module` does.
 *
 * @throws RangeError for truncated bytes, Error for bytes that are not a module
 */
export function parseModule(bytes: Uint8Array): WasmModule {
  const header = new ByteReader(bytes);
  if (bytes.length < 8 || header.take(8).join() !== '0,97,115,109,1,0,0,0') throw new Error('not a Wasm module');
  const sections: { id: number; start: number; end: number }[] = [];
  while (!header.atEnd) {
    const id = header.u8();
    const length = header.u32();
    const start = header.position;
    header.take(length);
    sections.push({ id, start, end: start + length });
  }
  const section = <T>(id: number, read: (reader: ByteReader) => T): T[] => {
    const found = sections.find((candidate) => candidate.id === id);
    if (!found) return [];
    const reader = new ByteReader(bytes, found.start, found.end);
    return Array.from({ length: reader.u32() }, () => read(reader));
  };
  const globals = sections.find(({ id }) => id === SECTION.global);
  const types = section(1, readType);
  const imports = section(2, readImport);
  const functions = section(3, (reader) => reader.u32());
  return {
    bytes,
    sections,
    types,
    imports,
    functions,
    tables: section(4, (reader) => {
      reader.u8();
      return readLimits(reader);
    }),
    memories: section(SECTION.memory, readLimits),
    globals: globals ? new ByteReader(bytes, globals.start, globals.end).u32() : 0,
    exports: section(SECTION.export, (reader) => {
      const name = reader.name();
      const kind = kindOf(reader.u8());
      reader.u32();
      return { name, kind };
    }),
    bodies: section(SECTION.code, readBody),
    hasStart: sections.some(({ id }) => id === 8),
    hasDataCount: sections.some(({ id }) => id === SECTION.dataCount),
    migrateVersion: readMigrateVersion(bytes, sections),
  };
}

function kindOf(byte: number): ExternalKind {
  const kind = KINDS[byte];
  if (!kind) throw new Error(`unknown kind of import or export: ${byte}`);
  return kind;
}

function readType(reader: ByteReader): { parameters: number; results: number } {
  if (reader.u8() !== 0x60) throw new Error('only function types are known');
  const parameters = reader.u32();
  reader.take(parameters);
  const results = reader.u32();
  reader.take(results);
  return { parameters, results };
}

function readLimits(reader: ByteReader): Limits {
  const flags = reader.u8();
  const min = reader.u32();
  return { min, max: (flags & 1) === 1 ? reader.u32() : undefined };
}

function readImport(reader: ByteReader): { name: string; kind: ExternalKind } {
  const name = `${reader.name()}.${reader.name()}`;
  const kind = kindOf(reader.u8());
  if (kind === 'function') reader.u32();
  else if (kind === 'global') reader.take(2);
  else {
    if (kind === 'table') reader.u8();
    readLimits(reader);
  }
  return { name, kind };
}

function readBody(reader: ByteReader): FunctionBody {
  const end = reader.u32() + reader.position;
  const start = reader.position;
  let locals = 0;
  for (let groups = reader.u32(); groups > 0; groups -= 1) {
    locals += reader.u32();
    reader.u8();
  }
  const code = reader.position;
  reader.take(end - code);
  return { locals, start, code, end };
}

function readMigrateVersion(
  bytes: Uint8Array,
  sections: readonly { readonly id: number; readonly start: number; readonly end: number }[],
): string | undefined {
  for (const { id, start, end } of sections) {
    if (id !== SECTION.custom) continue;
    const reader = new ByteReader(bytes, start, end);
    if (reader.name() === 'cw_migrate_version') return new TextDecoder().decode(reader.take(end - reader.position));
  }
  return undefined;
}
