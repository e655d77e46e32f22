import { sha256 } from '@noble/hashes/sha2.js';
import { NativeCode, type NativeContract } from './native-contract.js';
import { ContractCode } from '../vm/code.js';
import { GAS_SCHEDULES, type VmVersion } from '../vm/gas-schedule.js';
import { parseModule } from '../wasm/module.js';
import { checkStaticRules } from '../wasm/static-rules.js';
import { type StoredCode } from './registry.js';

/** Compiling takes much longer than running, and tests make many chains with the same contracts. */
const compiled = new Map<string, ContractCode>();

export type Compiled = Pick<StoredCode, 'checksum' | 'migrateVersion' | 'executable'>;

/** @throws Error naming every static rule the module breaks */
export function compileWasm(wasm: Uint8Array, vm: VmVersion): Compiled {
  const checksum = sha256(wasm);
  const id = `${vm}/${Buffer.from(checksum).toString('hex')}`;
  let executable = compiled.get(id);
  if (!executable) {
    const problems = checkStaticRules(wasm, { floats: 'allowed' });
    if (problems.length > 0) throw new Error(`The module ${problems.join('; ')}.`);
    executable = new ContractCode(wasm, GAS_SCHEDULES[vm]);
    compiled.set(id, executable);
  }
  return { checksum, migrateVersion: parseModule(wasm).migrateVersion, executable };
}

/** @param checksum 64 hex characters that stand for the contract's code */
export function nativeCode(checksum: string, contract: NativeContract): Compiled {
  if (!/^[0-9a-f]{64}$/.test(checksum)) throw new TypeError(`not a checksum: ${checksum}`);
  return {
    checksum: Uint8Array.from(Buffer.from(checksum, 'hex')),
    migrateVersion: undefined,
    executable: new NativeCode(contract),
  };
}
