import { ByteReader } from './bytes.js';

/** Feature an instruction belongs to; `mvp` without the floats, which some chains forbid. */
export type Feature = 'mvp' | 'float' | 'sign-extension' | 'bulk-memory' | 'reference-types';

export const OP = {
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
} as const;

const FLOAT_MEMORY = new Set([0x2a, 0x2b, 0x38, 0x39]);

/** Steps through the instructions of a function body. */
export class OperatorReader {
  opcode = 0;
  feature: Feature = 'mvp';
  private readonly reader: ByteReader;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.reader = new ByteReader(bytes, start, end);
  }

  get position(): number {
    return this.reader.position;
  }

  /** False at the end of the body. Throws for instructions no CosmWasm VM parses (SIMD, threads, tail calls, ...). */
  next(): boolean {
    if (this.reader.atEnd) return false;
    this.opcode = this.reader.u8();
    this.feature = this.skipImmediates(this.opcode);
    return true;
  }

  private skipImmediates(opcode: number): Feature {
    const { reader } = this;
    // Plain instructions without an immediate come first: they are the most frequent.
    if (opcode >= 0x45 && opcode <= 0xc4) return featureOfNumeric(opcode);
    if (opcode >= 0x20 && opcode <= 0x24) reader.skipInteger();
    else if (opcode === 0x41 || opcode === 0x42) reader.skipInteger();
    else if (opcode >= 0x28 && opcode <= 0x3e) {
      reader.skipInteger();
      reader.skipInteger();
      if (FLOAT_MEMORY.has(opcode)) return 'float';
    } else if (opcode >= 0x02 && opcode <= OP.if) reader.skipInteger();
    else if (opcode === OP.br || opcode === OP.brIf || opcode === OP.call) reader.skipInteger();
    else if (opcode === 0x3f || opcode === 0x40) reader.skipInteger();
    else if (opcode === OP.callIndirect) {
      reader.skipInteger();
      reader.skipInteger();
    } else if (opcode === OP.brTable) {
      for (let labels = reader.u32(); labels >= 0; labels -= 1) reader.skipInteger();
    } else if (opcode === 0x43 || opcode === 0x44) {
      reader.take(opcode === 0x43 ? 4 : 8);
      return 'float';
    } else if (opcode === 0xfc) return this.skipPrefixed(reader.u32());
    else if (opcode === 0x1c) {
      reader.take(reader.u32());
      return 'reference-types';
    } else if (opcode === 0x25 || opcode === 0x26 || opcode === 0xd0 || opcode === 0xd2) {
      reader.skipInteger();
      return 'reference-types';
    } else if (opcode === 0xd1) return 'reference-types';
    else if (opcode > 0x01 && opcode !== OP.else && opcode !== OP.end && opcode !== OP.return) {
      if (opcode !== 0x1a && opcode !== 0x1b) throw new Error(`unsupported instruction 0x${opcode.toString(16)}`);
    }
    return 'mvp';
  }

  private skipPrefixed(code: number): Feature {
    if (code < 8) return 'float';
    if (code > 17) throw new Error(`unsupported instruction 0xfc ${code}`);
    const immediates = [8, 10, 12, 14].includes(code) ? 2 : 1;
    for (let index = 0; index < immediates; index += 1) this.reader.skipInteger();
    return code < 15 ? 'bulk-memory' : 'reference-types';
  }
}

function featureOfNumeric(opcode: number): Feature {
  if (opcode >= 0xc0) return 'sign-extension';
  const isInteger =
    opcode <= 0x5a || (opcode >= 0x67 && opcode <= 0x8a) || opcode === 0xa7 || opcode === 0xac || opcode === 0xad;
  return isInteger ? 'mvp' : 'float';
}
