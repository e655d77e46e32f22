/** The part of the WebAssembly API this package uses. The types of Node.js 20 leave it to the DOM's, which are no help here. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (module: CompiledModule, imports?: Imports) => { readonly exports: Exports };
  readonly Memory: new (limits: { readonly initial: number }) => LinearMemory;
  readonly Global: new (
    type: { readonly value: 'i32' | 'f64'; readonly mutable: boolean },
    value: number,
  ) => MutableGlobal;
  /** Thrown when an instruction traps. */
  readonly RuntimeError: new (message?: string) => Error;
  validate(bytes: Uint8Array): boolean;
}

/** Opaque; made by `new WebAssembly.Module`. */
export type CompiledModule = object;

export interface LinearMemory {
  /** Another object after the memory has grown. */
  readonly buffer: ArrayBuffer;
}

export interface MutableGlobal {
  value: number;
}

export type Exports = Readonly<Record<string, unknown>>;
export type HostFunction = (...parameters: number[]) => number | bigint | undefined;
export type Imports = Readonly<Record<string, Readonly<Record<string, HostFunction>>>>;

export const { WebAssembly } = globalThis as typeof globalThis & { readonly WebAssembly: WebAssemblyApi };
