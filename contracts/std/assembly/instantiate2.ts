import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { sha256 } from './sha256';

/**
 * The canonical address (32 bytes) of a contract made with Instantiate2. `checksum`: 32 bytes, `creator`: canonical,
 * `salt`: 1 to 64 bytes. Contracts cannot ask for fix_msg, so the message is not part of the address. Source: wasmd
 * x/wasm/keeper/addresses.go, ADR 028.
 */
export function instantiate2Address(checksum: Bytes, creator: Bytes, salt: Bytes): Bytes {
  const preimage = BytesBuilder.create(256)
    .bytes(sha256(Bytes.ascii('module')))
    .ascii('wasm')
    .u8(0);
  lengthPrefixed(preimage, checksum);
  lengthPrefixed(preimage, creator);
  lengthPrefixed(preimage, salt);
  return sha256(preimage.u64be(0).toBytes());
}

function lengthPrefixed(preimage: BytesBuilder, value: Bytes): void {
  preimage.u64be(value.length).bytes(value);
}
