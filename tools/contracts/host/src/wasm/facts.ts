import { parseModule, type WasmModule } from './module.js';
import { type Feature, OperatorReader } from './operators.js';

/** Figures of a module that its limits are about. */
export interface WasmFacts {
  /** Bytes. */
  readonly size: number;
  readonly functions: number;
  readonly operators: number;
  readonly features: Readonly<Record<Feature, number>>;
  readonly maxLocals: number;
  readonly totalLocals: number;
  readonly maxParameters: number;
  readonly totalParameters: number;
  readonly maxResults: number;
  readonly memoryPages: number;
  readonly imports: readonly string[];
  readonly exports: readonly string[];
}

/** Throws for a module with instructions that no CosmWasm VM parses. */
export function wasmFacts(wasm: Uint8Array | WasmModule): WasmFacts {
  const module = wasm instanceof Uint8Array ? parseModule(wasm) : wasm;
  const features: Record<Feature, number> = {
    mvp: 0,
    float: 0,
    'sign-extension': 0,
    'bulk-memory': 0,
    'reference-types': 0,
  };
  let operators = 0;
  for (const body of module.bodies) {
    const reader = new OperatorReader(module.bytes, body.code, body.end);
    while (reader.next()) {
      features[reader.feature] += 1;
      operators += 1;
    }
  }
  const locals = module.bodies.map((body) => body.locals);
  const parameters = module.functions.map((type) => module.types[type]?.parameters ?? 0);
  return {
    size: module.bytes.length,
    functions: module.functions.length,
    operators,
    features,
    maxLocals: max(locals),
    totalLocals: sum(locals),
    maxParameters: max(module.types.map((type) => type.parameters)),
    totalParameters: sum(parameters),
    maxResults: max(module.types.map((type) => type.results)),
    memoryPages: module.memories[0]?.min ?? 0,
    imports: module.imports.map(({ name }) => name),
    exports: module.exports.map(({ name }) => name),
  };
}

const max = (values: readonly number[]): number => values.reduce((left, right) => Math.max(left, right), 0);
const sum = (values: readonly number[]): number => values.reduce((left, right) => left + right, 0);
