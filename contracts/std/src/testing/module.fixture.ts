import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { compileContract } from '@questp/contract-build';

type Answer = () => Uint8Array;

const noAnswer: Answer = () => {
  throw new Error('the module asks the chain');
};

type Argument = Uint8Array | string | number | bigint;

/** The Wasm of a folder whose entry is assembly/index.ts, built as a contract is. */
export async function compile(folder: string): Promise<Uint8Array> {
  const output = await mkdtemp(join(tmpdir(), 'questp-std-'));
  try {
    const outFile = join(output, 'module.wasm');
    await compileContract({ directory: fileURLToPath(new URL(`../../${folder}`, import.meta.url)), outFile });
    return await readFile(outFile);
  } finally {
    await rm(output, { recursive: true });
  }
}

/**
 * Calls the functions of one of test-modules/, on one instance: the library takes memory and never gives it back, and
 * a test takes little.
 */
export class TestModule {
  private readonly exports: WebAssembly.Exports;

  private constructor(
    module: WebAssembly.Module,
    private readonly answer: Answer,
  ) {
    this.exports = new WebAssembly.Instance(module, { env: this.imports(module) }).exports;
  }

  /** @param answer What `query_chain` returns to a module that asks the chain. */
  static async load(name: string, answer: Answer = noAnswer): Promise<TestModule> {
    return new TestModule(await WebAssembly.compile((await compile(`test-modules/${name}`)) as BufferSource), answer);
  }

  /** Texts and bytes become regions. */
  call(name: string, ...values: Argument[]): number | bigint | undefined {
    return this.function(name)(...values.map((value) => this.argument(value)));
  }

  number(name: string, ...values: Argument[]): number {
    return Number(this.call(name, ...values));
  }

  /** A 64-bit result, unsigned. */
  bigint(name: string, ...values: Argument[]): bigint {
    return BigInt.asUintN(64, BigInt(this.call(name, ...values) ?? 0));
  }

  /** What the region a call returns holds; undefined for a null pointer. */
  bytes(name: string, ...values: Argument[]): Uint8Array | undefined {
    const pointer = this.number(name, ...values);
    return pointer ? this.read(pointer) : undefined;
  }

  text(name: string, ...values: Argument[]): string | undefined {
    const bytes = this.bytes(name, ...values);
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  }

  private argument(value: Argument): number | bigint {
    if (typeof value === 'number' || typeof value === 'bigint') return value;
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    const pointer = Number(this.function('allocate')(bytes.length));
    const view = new DataView(this.memory.buffer);
    new Uint8Array(this.memory.buffer).set(bytes, view.getUint32(pointer, true));
    view.setUint32(pointer + 8, bytes.length, true);
    return pointer;
  }

  private read(pointer: number): Uint8Array {
    const view = new DataView(this.memory.buffer);
    return new Uint8Array(this.memory.buffer, view.getUint32(pointer, true), view.getUint32(pointer + 8, true)).slice();
  }

  private function(name: string): (...values: (number | bigint)[]) => number | bigint | undefined {
    const exported = this.exports[name];
    if (typeof exported !== 'function') throw new Error(`no function ${name}`);
    return exported as (...values: (number | bigint)[]) => number | bigint | undefined;
  }

  private get memory(): WebAssembly.Memory {
    const memory = this.exports['memory'];
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('no memory');
    return memory;
  }

  private imports(module: WebAssembly.Module): Record<string, WebAssembly.ImportValue> {
    const all = {
      abort: (message: number): never => {
        throw new Error(new TextDecoder().decode(this.read(message)));
      },
      query_chain: (): number => Number(this.argument(this.answer())),
      secp256k1_verify: (hash: number, signature: number, publicKey: number): number =>
        verify(this.read(signature), this.read(hash), this.read(publicKey)),
    };
    const needed = WebAssembly.Module.imports(module).map(({ name }) => name);
    return Object.fromEntries(Object.entries(all).filter(([name]) => needed.includes(name)));
  }
}

/** As the chain: 0 valid, 1 invalid, 10 no signature or no key; high-S signatures are fine. */
function verify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): number {
  if (!secp256k1.utils.isValidPublicKey(publicKey)) return 10;
  try {
    return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: false }) ? 0 : 1;
  } catch {
    return 10;
  }
}
