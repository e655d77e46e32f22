import { type HostFunction } from '../wasm/webassembly.js';
import { bytesOf, latin1Of } from './latin1.js';
import { type AddressResult, type Backend, type VmIterator } from './backend.js';
import { ed25519BatchVerify, ed25519Verify, secp256k1Recover, secp256k1Verify } from './crypto.js';
import { VmError } from './errors.js';
import { type GasSchedule } from './gas-schedule.js';
import { type VmInstance } from './instance.js';

const KIB = 1024;
const LIMIT = {
  key: 64 * KIB,
  value: 128 * KIB,
  humanAddress: 256,
  canonicalAddress: 64,
  query: 64 * KIB,
  text: 2 * KIB * KIB,
  message: 128 * KIB,
  batch: 256,
} as const;

const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The functions of module `env` (cosmwasm-vm packages/vm/src/imports.rs), bound to the instance that will call them. */
export function hostFunctions(
  instance: () => VmInstance,
  backend: Backend,
  schedule: GasSchedule,
): Readonly<Record<string, HostFunction>> {
  const iterators: VmIterator[] = [];

  const enter = (): VmInstance => {
    const vm = instance();
    vm.charge(schedule.hostCall);
    return vm;
  };
  const external = <T>(vm: VmInstance, work: () => T): T => {
    const before = backend.externalGas();
    const result = work();
    vm.chargeExternal(backend.externalGas() - before);
    return result;
  };
  const enterWriting = (): VmInstance => {
    const vm = enter();
    if (backend.isReadOnly) throw new VmError('Tried to write to storage in a read-only call');
    return vm;
  };
  const next = (id: number): readonly [VmInstance, readonly [string, Uint8Array] | undefined] => {
    const vm = enter();
    const iterator = iterators[id - 1];
    if (!iterator) throw new VmError(`Iterator with ID ${id} does not exist`);
    return [vm, external(vm, () => iterator.next())];
  };
  const address = <T>(
    pointer: number,
    lookUp: (text: string) => AddressResult<T>,
    done: (vm: VmInstance, value: T) => void,
  ): number => {
    const vm = enter();
    const source = vm.read(pointer, LIMIT.humanAddress);
    if (source.length === 0) return vm.write(utf8.encode('Input is empty'));
    vm.chargeLinear(schedule.stringFromBytes, source.length);
    let text: string;
    try {
      text = strictUtf8.decode(source);
    } catch {
      return vm.write(utf8.encode('Input is not valid UTF-8'));
    }
    return answer(vm, lookUp(text), done);
  };
  const answer = <T>(vm: VmInstance, result: AddressResult<T>, done: (vm: VmInstance, value: T) => void): number => {
    vm.charge(result.cost);
    if ('error' in result) return vm.write(utf8.encode(result.error));
    done(vm, result.value);
    return 0;
  };

  return {
    abort: (pointer = 0) => {
      const vm = enter();
      const text = vm.read(pointer, LIMIT.text);
      vm.chargeLinear(schedule.stringFromBytes, text.length);
      throw new VmError(`Aborted: ${new TextDecoder().decode(text)}`);
    },
    debug: (pointer = 0) => {
      enter().read(pointer, LIMIT.text);
      return undefined;
    },
    db_read: (pointer = 0) => {
      const vm = enter();
      const key = latin1Of(vm.read(pointer, LIMIT.key));
      const value = external(vm, () => backend.storage.get(key));
      return value ? vm.write(value) : 0;
    },
    db_write: (keyPointer = 0, valuePointer = 0) => {
      const vm = enterWriting();
      const key = latin1Of(vm.read(keyPointer, LIMIT.key));
      const value = vm.read(valuePointer, LIMIT.value);
      external(vm, () => backend.storage.set(key, value));
      return undefined;
    },
    db_remove: (pointer = 0) => {
      const vm = enterWriting();
      const key = latin1Of(vm.read(pointer, LIMIT.key));
      external(vm, () => backend.storage.remove(key));
      return undefined;
    },
    db_scan: (startPointer = 0, endPointer = 0, order = 0) => {
      const vm = enter();
      const start = startPointer === 0 ? undefined : latin1Of(vm.read(startPointer, LIMIT.key));
      const end = endPointer === 0 ? undefined : latin1Of(vm.read(endPointer, LIMIT.key));
      if (order !== 1 && order !== 2) throw new VmError(`Got an invalid value for iteration order: ${order}`);
      iterators.push(external(vm, () => backend.storage.scan(start, end, order === 1)));
      return iterators.length;
    },
    db_next: (id = 0) => {
      const [vm, entry] = next(id);
      return vm.write(encodeSections(entry ? [bytesOf(entry[0]), entry[1]] : [new Uint8Array(), new Uint8Array()]));
    },
    db_next_key: (id = 0) => {
      const [vm, entry] = next(id);
      return entry ? vm.write(bytesOf(entry[0])) : 0;
    },
    db_next_value: (id = 0) => {
      const [vm, entry] = next(id);
      return entry ? vm.write(entry[1]) : 0;
    },
    addr_validate: (pointer = 0) =>
      address(
        pointer,
        (text) => backend.addresses.validate(text),
        () => undefined,
      ),
    addr_canonicalize: (pointer = 0, target = 0) =>
      address(
        pointer,
        (text) => backend.addresses.canonicalize(text),
        (vm, canonical) => vm.writeTo(target, canonical),
      ),
    addr_humanize: (pointer = 0, target = 0) => {
      const vm = enter();
      const canonical = vm.read(pointer, LIMIT.canonicalAddress);
      return answer(vm, backend.addresses.humanize(canonical), (to, text) => to.writeTo(target, utf8.encode(text)));
    },
    secp256k1_verify: (hashPointer = 0, signaturePointer = 0, keyPointer = 0) => {
      const vm = enter();
      const hash = vm.read(hashPointer, 32);
      const signature = vm.read(signaturePointer, 64);
      const key = vm.read(keyPointer, 65);
      vm.charge(schedule.secp256k1Verify);
      return secp256k1Verify(hash, signature, key);
    },
    secp256k1_recover_pubkey: (hashPointer = 0, signaturePointer = 0, recovery = 0) => {
      const vm = enter();
      const hash = vm.read(hashPointer, 32);
      const signature = vm.read(signaturePointer, 64);
      vm.charge(schedule.secp256k1Recover);
      const result = secp256k1Recover(hash, signature, recovery);
      return typeof result === 'number' ? BigInt(result) << 32n : BigInt(vm.write(result));
    },
    ed25519_verify: (messagePointer = 0, signaturePointer = 0, keyPointer = 0) => {
      const vm = enter();
      const message = vm.read(messagePointer, LIMIT.message);
      const signature = vm.read(signaturePointer, 64);
      const key = vm.read(keyPointer, 32);
      vm.charge(schedule.ed25519Verify);
      return ed25519Verify(message, signature, key);
    },
    ed25519_batch_verify: (messagesPointer = 0, signaturesPointer = 0, keysPointer = 0) => {
      const vm = enter();
      const messages = decodeSections(vm.read(messagesPointer, (LIMIT.message + 4) * LIMIT.batch));
      const signatures = decodeSections(vm.read(signaturesPointer, (64 + 4) * LIMIT.batch));
      const keys = decodeSections(vm.read(keysPointer, (32 + 4) * LIMIT.batch));
      vm.chargeLinear(keys.length === 1 ? schedule.ed25519BatchOneKey : schedule.ed25519Batch, signatures.length);
      return ed25519BatchVerify(messages, signatures, keys);
    },
    query_chain: (pointer = 0) => {
      const vm = enter();
      const request = vm.read(pointer, LIMIT.query);
      return vm.write(external(vm, () => backend.query(request, vm.gasLeft)));
    },
  };
}

/** Every section followed by its length, big endian (cosmwasm-vm packages/vm/src/sections.rs). */
function encodeSections(sections: readonly Uint8Array[]): Uint8Array {
  const encoded = new Uint8Array(sections.reduce((length, section) => length + section.length + 4, 0));
  const view = new DataView(encoded.buffer);
  let position = 0;
  for (const section of sections) {
    encoded.set(section, position);
    view.setUint32(position + section.length, section.length);
    position += section.length + 4;
  }
  return encoded;
}

function decodeSections(encoded: Uint8Array): Uint8Array[] {
  const sections: Uint8Array[] = [];
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  let end = encoded.length;
  while (end >= 4) {
    const length = view.getUint32(end - 4);
    const start = end - 4 - length;
    if (start < 0) throw new VmError('Could not decode sections');
    sections.unshift(encoded.subarray(start, end - 4));
    end = start;
  }
  return sections;
}
