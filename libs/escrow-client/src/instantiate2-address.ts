import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';

const MODULE_HASH = sha256(utf8ToBytes('module'));
const WASM_PREFIX = utf8ToBytes('wasm\0');
const NO_MESSAGE = lengthOf(0);

/** Inputs of the address of an Instantiate2 contract. */
export interface Instantiate2Source {
  /** SHA-256 of the Wasm, 64 hex characters. */
  checksum: string;
  /** bech32 address; the result has the same prefix. */
  creator: string;
  /** 1 to 64 bytes. */
  salt: Uint8Array;
}

/**
 * The address of a contract created with Instantiate2 and `fix_msg` off, so that the message is not part of it (wasmd
 * x/wasm/keeper/addresses.go). Contracts always create it so.
 * @throws Error when the creator is not a bech32 address or the checksum is not hex.
 */
export function instantiate2Address({ checksum, creator, salt }: Instantiate2Source): string {
  const { prefix, bytes } = bech32.decodeToBytes(creator);
  const code = hexToBytes(checksum);
  const parts = [code, bytes, salt].flatMap((part) => [lengthOf(part.length), part]);
  return bech32.encodeFromBytes(prefix, sha256(concatBytes(MODULE_HASH, WASM_PREFIX, ...parts, NO_MESSAGE)));
}

/** Eight bytes, big-endian. */
function lengthOf(length: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length));
  return bytes;
}
