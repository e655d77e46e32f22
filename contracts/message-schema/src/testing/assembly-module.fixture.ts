import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const WORK = join(ROOT, 'contracts/message-schema/out-tsc');
const ASC = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
const FLAGS = '--runtime stub --disable bulk-memory --disable nontrapping-f2i -O1 --baseDir .'.split(' ');
const ABORT = 'abort=~lib/@questp/std/assembly/abort/asAbort';

/** An AssemblyScript module compiled as a contract is, without a chain around it. */
export class AssemblyModule {
  private readonly module: WebAssembly.Module;
  private exports: WebAssembly.Exports = {};

  /** `source` must export `allocate(size): pointer`. */
  constructor(source: string) {
    this.module = new WebAssembly.Module(compile(source));
    this.restart();
  }

  /** Begins with fresh memory: what a contract allocates is never given back. */
  restart(): void {
    const imports = WebAssembly.Module.imports(this.module).map(({ name }) => [name, refuseCall(name)] as const);
    this.exports = new WebAssembly.Instance(this.module, { env: Object.fromEntries(imports) }).exports;
  }

  get memory(): WebAssembly.Memory {
    const { memory } = this.exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('the module exports no memory');
    return memory;
  }

  /** Calls an export with numbers. */
  call(name: string, ...args: number[]): number {
    const found = this.exports[name];
    if (typeof found !== 'function') throw new Error(`the module exports no function ${name}`);
    return (found as (...args: number[]) => number)(...args);
  }

  /** Places bytes in the module's memory; returns where. */
  place(bytes: Uint8Array): number {
    const start = this.call('allocate', bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, start);
    return start;
  }

  /** The UTF-8 text of a region (offset, capacity, length: u32 each). */
  text(region: number): string {
    const [start = 0, , length = 0] = new Uint32Array(this.memory.buffer, region, 3);
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(this.memory.buffer, start, length));
  }
}

const refuseCall = (name: string) => () => {
  throw new Error(`the module called ${name}`);
};

function compile(source: string): Uint8Array<ArrayBuffer> {
  mkdirSync(WORK, { recursive: true });
  const folder = mkdtempSync(join(WORK, 'assembly-'));
  try {
    const entry = join(folder, 'module.ts');
    const wasm = join(folder, 'module.wasm');
    writeFileSync(entry, source);
    execFileSync(process.execPath, [ASC, entry, ...FLAGS, '--use', ABORT, '-o', wasm], { cwd: ROOT });
    return Uint8Array.from(readFileSync(wasm));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
