import { Bytes } from './bytes';
import { copyBytes } from './memory';

// FIPS 180-4, sections 4.2.2 and 5.3.3.
const ROUND_CONSTANTS: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
const INITIAL_HASH: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const BLOCK: u32 = 64;
const SCHEDULE: usize = memory.data(256);

/** The 32-byte digest. FIPS 180-4, section 6.2; the chain offers no import for it. */
export function sha256(message: Bytes): Bytes {
  const hash = Bytes.alloc(32);
  copyBytes(hash.start, INITIAL_HASH, 32);

  const whole = message.length & ~(BLOCK - 1);
  for (let done: u32 = 0; done < whole; done += BLOCK) compress(hash.start, message.start + done);

  const rest = message.length - whole;
  const padded = Bytes.alloc(rest + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  copyBytes(padded.start, message.start + whole, rest);
  store<u8>(padded.start + rest, 0x80);
  store<u64>(padded.start + padded.length - 8, bswap<u64>((<u64>message.length) << 3));
  for (let done: u32 = 0; done < padded.length; done += BLOCK) compress(hash.start, padded.start + done);

  for (let i: u32 = 0; i < 32; i += 4) store<u32>(hash.start + i, bswap<u32>(load<u32>(hash.start + i)));
  return hash;
}

function compress(hash: usize, block: usize): void {
  expand(block);
  let a = load<u32>(hash);
  let b = load<u32>(hash, 4);
  let c = load<u32>(hash, 8);
  let d = load<u32>(hash, 12);
  let e = load<u32>(hash, 16);
  let f = load<u32>(hash, 20);
  let g = load<u32>(hash, 24);
  let h = load<u32>(hash, 28);
  for (let i: u32 = 0; i < 256; i += 4) {
    const word = load<u32>(ROUND_CONSTANTS + i) + load<u32>(SCHEDULE + i);
    const t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + word;
    const t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  store<u32>(hash, load<u32>(hash) + a);
  store<u32>(hash, load<u32>(hash, 4) + b, 4);
  store<u32>(hash, load<u32>(hash, 8) + c, 8);
  store<u32>(hash, load<u32>(hash, 12) + d, 12);
  store<u32>(hash, load<u32>(hash, 16) + e, 16);
  store<u32>(hash, load<u32>(hash, 20) + f, 20);
  store<u32>(hash, load<u32>(hash, 24) + g, 24);
  store<u32>(hash, load<u32>(hash, 28) + h, 28);
}

function expand(block: usize): void {
  for (let i: u32 = 0; i < 64; i += 4) store<u32>(SCHEDULE + i, bswap<u32>(load<u32>(block + i)));
  for (let at = SCHEDULE + 64; at < SCHEDULE + 256; at += 4) {
    const w15 = load<u32>(at - 60);
    const w2 = load<u32>(at - 8);
    const s0 = rotr(w15, 7) ^ rotr(w15, 18) ^ (w15 >> 3);
    const s1 = rotr(w2, 17) ^ rotr(w2, 19) ^ (w2 >> 10);
    store<u32>(at, load<u32>(at - 64) + s0 + load<u32>(at - 28) + s1);
  }
}
