import * as std from '@questp/std/assembly';
import { Bytes } from '@questp/std/assembly';

export { allocate } from '@questp/std/assembly';

export function countCodePoints(text: usize): i32 {
  return std.countCodePoints(Bytes.ofRegion(text));
}

export function hexEncode(bytes: usize): usize {
  return std.hexEncode(Bytes.ofRegion(bytes)).region();
}

export function hexDecode(text: usize): usize {
  const bytes = std.hexDecode(Bytes.ofRegion(text));
  return bytes ? bytes.region() : 0;
}

export function base64Encode(bytes: usize): usize {
  return std.base64Encode(Bytes.ofRegion(bytes)).region();
}

export function base64Decode(text: usize): usize {
  const bytes = std.base64Decode(Bytes.ofRegion(text));
  return bytes ? bytes.region() : 0;
}

export function sha256(message: usize): usize {
  return std.sha256(Bytes.ofRegion(message)).region();
}

export function isLowS(signature: usize): bool {
  return std.isLowS(Bytes.ofRegion(signature));
}

export function verifySecp256k1(hash: usize, signature: usize, publicKey: usize): bool {
  return std.verifySecp256k1(Bytes.ofRegion(hash), Bytes.ofRegion(signature), Bytes.ofRegion(publicKey));
}

export function isSecp256k1PublicKey(key: usize): bool {
  return std.isSecp256k1PublicKey(Bytes.ofRegion(key));
}

export function instantiate2Address(checksum: usize, creator: usize, salt: usize): usize {
  return std.instantiate2Address(Bytes.ofRegion(checksum), Bytes.ofRegion(creator), Bytes.ofRegion(salt)).region();
}
