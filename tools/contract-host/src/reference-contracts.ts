import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Go keeps the modules that carry official contracts; `!` marks an upper-case letter. */
const FILES = {
  cw20_base: 'github.com/!cosm!wasm/wasmd@v0.61.14/benchmarks/testdata/cw20_base.wasm',
  hackatom: 'github.com/!cosm!wasm/wasmvm/v3@v3.0.7/testdata/hackatom.wasm',
  reflect: 'github.com/!cosm!wasm/wasmvm/v3@v3.0.7/testdata/reflect.wasm',
} as const;

export type ReferenceContract = keyof typeof FILES;

/** An official contract from Go's module cache; undefined when the cache does not have it. */
export function referenceContract(name: ReferenceContract): Uint8Array | undefined {
  const file = join(moduleCache(), FILES[name]);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** A sentence for skipped tests; undefined when every one of them is there. */
export function missingReferenceContracts(...names: readonly ReferenceContract[]): string | undefined {
  const missing = names.filter((name) => !existsSync(join(moduleCache(), FILES[name])));
  if (missing.length === 0) return undefined;
  return `needs ${missing.join(', ')}.wasm from Go's module cache (building the node downloads it)`;
}

function moduleCache(): string {
  const path = process.env['GOPATH']?.split(':')[0] ?? join(homedir(), 'go');
  return process.env['GOMODCACHE'] ?? join(path, 'pkg', 'mod');
}
