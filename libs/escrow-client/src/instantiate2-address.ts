import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';

const MODULE_HASH = sha256(Buffer.from('module'));
const WASM_PREFIX = Buffer.from('wasm\0');
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
 * @throws Error when the creator is not a bech32 address.
 */
export function instantiate2Address({ checksum, creator, salt }: Instantiate2Source): string {
  const { prefix, bytes } = bech32.decodeToBytes(creator);
  const code = Buffer.from(checksum, 'hex');
  const parts = [code, bytes, salt].flatMap((part) => [lengthOf(part.length), part]);
  return bech32.encodeFromBytes(prefix, sha256(Buffer.concat([MODULE_HASH, WASM_PREFIX, ...parts, NO_MESSAGE])));
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}
