import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';
import { type AddressApi } from '../vm/backend.js';
import { GAS_MULTIPLIER } from '../vm/gas-schedule.js';
import { latin1Of } from '../vm/latin1.js';

// wasmd x/wasm/keeper/api.go, in SDK gas.
const HUMANIZE = 5;
const CANONICALIZE = 4;

const MAX_BECH32 = 1023;
const MAX_BYTES = 255;
/** Property tests meet the same few addresses all the time. */
const CACHED = 50_000;

/** Bech32 addresses of one prefix (cosmos-sdk types/address.go). */
export class Addresses {
  private readonly decoded = new Map<string, Uint8Array>();
  private readonly encoded = new Map<string, string>();

  constructor(readonly prefix: string) {}

  encode(bytes: Uint8Array): string {
    return remembered(this.encoded, latin1Of(bytes), () =>
      bech32.encode(this.prefix, bech32.toWords(bytes), MAX_BECH32),
    );
  }

  /** The address as it is written in state and events: lower case. @throws Error as `decode` */
  normalize(text: string): string {
    return this.encode(this.decode(text));
  }

  /** Bytes of an address in either case; throws Error with the SDK's reason. */
  decode(text: string): Uint8Array {
    return remembered(this.decoded, text, () => {
      if (text.trim() === '') throw new Error('empty address string is not allowed');
      const { prefix, words } = bech32.decode(text as `${string}1${string}`, MAX_BECH32);
      const bytes = bech32.fromWords(words);
      if (prefix !== this.prefix) throw new Error(`invalid Bech32 prefix; expected ${this.prefix}, got ${prefix}`);
      if (bytes.length === 0) throw new Error('addresses cannot be empty: unknown address');
      if (bytes.length > MAX_BYTES) throw new Error(`address max length is ${MAX_BYTES}, got ${bytes.length}`);
      return bytes;
    });
  }

  /** Number of bytes of an address known to be valid. */
  length(text: string): number {
    return this.decode(text).length;
  }

  /** A test account: the start of the name's SHA-256. */
  named(name: string, length: number): string {
    return this.encode(sha256(new TextEncoder().encode(name)).subarray(0, length));
  }

  /** Address of a module account (cosmos-sdk x/auth/types, NewModuleAddress). */
  ofModule(name: string): string {
    return this.named(name, 20);
  }

  /** What contracts are given (wasmd x/wasm/keeper/api.go). */
  readonly api: AddressApi = {
    validate: (text) => {
      try {
        const isNormal = this.normalize(text) === text;
        const cost = (HUMANIZE + CANONICALIZE) * GAS_MULTIPLIER;
        return isNormal ? { value: true, cost } : { error: 'address not normalized', cost };
      } catch (error) {
        return { error: reasonOf(error), cost: CANONICALIZE * GAS_MULTIPLIER };
      }
    },
    canonicalize: (text) => {
      const cost = CANONICALIZE * GAS_MULTIPLIER;
      try {
        return { value: this.decode(text), cost };
      } catch (error) {
        return { error: reasonOf(error), cost };
      }
    },
    humanize: (canonical) => {
      const cost = HUMANIZE * GAS_MULTIPLIER;
      if (canonical.length === 0) return { error: 'addresses cannot be empty: unknown address', cost };
      return { value: this.encode(canonical), cost };
    },
  };
}

function remembered<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (cache.size >= CACHED) cache.clear();
  cache.set(key, made);
  return made;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const concat = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** cosmos-sdk types/address, Module: SHA-256(SHA-256("module") | "wasm" 0x00 | key). */
function moduleAddress(key: Uint8Array): Uint8Array {
  const type = sha256(new TextEncoder().encode('module'));
  return sha256(concat(type, new TextEncoder().encode('wasm\0'), key));
}

/** Address of the n-th instance of a code (wasmd x/wasm/keeper/addresses.go, BuildContractAddressClassic). */
export function classicAddress(codeId: number, instanceId: number): Uint8Array {
  return moduleAddress(concat(u64(codeId), u64(instanceId)));
}

/** Address of Instantiate2 without the message in it (BuildContractAddressPredictable, fixMsg false). */
export function predictableAddress(checksum: Uint8Array, creator: Uint8Array, salt: Uint8Array): Uint8Array {
  const sized = (bytes: Uint8Array): Uint8Array => concat(u64(bytes.length), bytes);
  return moduleAddress(concat(sized(checksum), sized(creator), sized(salt), sized(new Uint8Array())));
}
