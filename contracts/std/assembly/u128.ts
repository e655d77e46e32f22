import { Bytes, panic } from './bytes';
import { make } from './memory';
import { divide, Limbs, multiply } from './wide-division';

const BILLION: u64 = 1_000_000_000;
const MAX_DIGITS: u32 = 39;

/** An unsigned 128-bit integer, immutable; arithmetic panics "overflow" where it would wrap. */
@unmanaged
export class U128 {
  lo: u64;
  hi: u64;

  static of(lo: u64, hi: u64 = 0): U128 {
    const value = make<U128>();
    value.lo = lo;
    value.hi = hi;
    return value;
  }

  static zero(): U128 {
    return make<U128>();
  }

  /** 2^128 - 1. */
  static largest(): U128 {
    return U128.of(u64.MAX_VALUE, u64.MAX_VALUE);
  }

  get isZero(): bool {
    return (this.lo | this.hi) == 0;
  }

  @operator('+')
  plus(other: U128): U128 {
    if (U128.addOverflows(this, other)) panic('overflow');
    const lo = this.lo + other.lo;
    return U128.of(lo, this.hi + other.hi + u64(lo < other.lo));
  }

  @operator('-')
  minus(other: U128): U128 {
    if (this.isLess(other)) panic('overflow');
    return U128.of(this.lo - other.lo, this.hi - other.hi - u64(this.lo < other.lo));
  }

  @operator('==')
  equals(other: U128): bool {
    return this.lo == other.lo && this.hi == other.hi;
  }

  @operator('!=')
  differs(other: U128): bool {
    return !this.equals(other);
  }

  @operator('<')
  isLess(other: U128): bool {
    return this.hi == other.hi ? this.lo < other.lo : this.hi < other.hi;
  }

  @operator('>')
  isGreater(other: U128): bool {
    return other.isLess(this);
  }

  @operator('<=')
  isAtMost(other: U128): bool {
    return !other.isLess(this);
  }

  @operator('>=')
  isAtLeast(other: U128): bool {
    return !this.isLess(other);
  }

  static min(a: U128, b: U128): U128 {
    return b.isLess(a) ? b : a;
  }

  /** a + b, at most 2^128 - 1. */
  static addSaturating(a: U128, b: U128): U128 {
    return U128.addOverflows(a, b) ? U128.largest() : a + b;
  }

  static addOverflows(a: U128, b: U128): bool {
    const hi = a.hi + b.hi;
    const carry = u64(a.lo + b.lo < b.lo);
    return hi < b.hi || hi + carry < hi;
  }

  /** floor(a * b / c), exact over 256 bits. Panics "division by zero", or "overflow" above 2^128 - 1. */
  static mulDiv(a: U128, b: U128, c: U128): U128 {
    const quotient = divide(multiply(a.limbs(), b.limbs()), c.limbs());
    if (quotient.l2 | quotient.l3) panic('overflow');
    return U128.of(quotient.l0, quotient.l1);
  }

  /** floor(a * bps / 10000). */
  static mulDivBps(a: U128, bps: u32): U128 {
    return U128.mulDiv(a, U128.of(bps), U128.of(10_000));
  }

  /** The value of decimal digits; null for anything else: empty, sign, leading zero, above 2^128 - 1. */
  static parse(decimal: Bytes): U128 | null {
    const length = decimal.length;
    if (length == 0 || length > MAX_DIGITS || (length > 1 && decimal.at(0) == 0x30)) return null;
    let lo: u64 = 0;
    let hi: u64 = 0;
    for (let i: u32 = 0; i < length; i++) {
      const digit = <u64>(decimal.at(i) - 0x30);
      if (digit > 9) return null;
      const low = (lo & 0xffffffff) * 10 + digit;
      const middle = (lo >> 32) * 10 + (low >> 32);
      lo = (middle << 32) | (low & 0xffffffff);
      const carry = middle >> 32;
      if (hi > (u64.MAX_VALUE - carry) / 10) return null;
      hi = hi * 10 + carry;
    }
    return U128.of(lo, hi);
  }

  /** As parse, but 2^128 - 1 for any larger number. */
  static parseSaturating(decimal: Bytes): U128 | null {
    const value = U128.parse(decimal);
    if (value || decimal.length < MAX_DIGITS || decimal.at(0) == 0x30) return value;
    for (let i: u32 = 0; i < decimal.length; i++) {
      if (<u8>(decimal.at(i) - 0x30) > 9) return null;
    }
    return U128.largest();
  }

  /** Decimal digits without leading zeros. */
  decimal(): Bytes {
    const digits = Bytes.alloc(MAX_DIGITS);
    let at = MAX_DIGITS;
    let lo = this.lo;
    let hi = this.hi;
    while (hi) {
      const middle = ((hi % BILLION) << 32) | (lo >> 32);
      const low = ((middle % BILLION) << 32) | (lo & 0xffffffff);
      hi /= BILLION;
      lo = ((middle / BILLION) << 32) | (low / BILLION);
      let group = low % BILLION;
      for (let i = 0; i < 9; i++) {
        store<u8>(digits.start + --at, 0x30 + <u8>(group % 10));
        group /= 10;
      }
    }
    while (lo || at == MAX_DIGITS) {
      store<u8>(digits.start + --at, 0x30 + <u8>(lo % 10));
      lo /= 10;
    }
    return digits.slice(at, MAX_DIGITS);
  }

  private limbs(): Limbs {
    const limbs = Limbs.zero();
    limbs.l0 = this.lo;
    limbs.l1 = this.hi;
    return limbs;
  }
}
