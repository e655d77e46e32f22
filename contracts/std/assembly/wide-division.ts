import { panic } from './bytes';
import { make } from './memory';

/** An unsigned integer of 256 bits as eight 32-bit limbs, least significant first. */
@unmanaged
export class Limbs {
  l0: u64;
  l1: u64;
  l2: u64;
  l3: u64;
  /** Room for the limb that normalising shifts out. */
  private spare: u64;

  static zero(): Limbs {
    return make<Limbs>();
  }

  @inline
  get(index: i32): u64 {
    return load<u32>(changetype<usize>(this) + ((<usize>index) << 2));
  }

  @inline
  set(index: i32, value: u64): void {
    store<u32>(changetype<usize>(this) + ((<usize>index) << 2), <u32>value);
  }

  /** Limbs in use, 0 for zero. */
  count(): i32 {
    let count = 8;
    while (count > 0 && this.get(count - 1) == 0) count--;
    return count;
  }

  shiftLeft(bits: u64, limbs: i32): void {
    let carry: u64 = 0;
    for (let i = 0; i <= limbs; i++) {
      const shifted = (this.get(i) << bits) | carry;
      this.set(i, shifted);
      carry = shifted >> 32;
    }
  }
}

/** The exact product of two integers of up to 128 bits. */
export function multiply(a: Limbs, b: Limbs): Limbs {
  const product = Limbs.zero();
  const n = b.count();
  for (let i = 0, m = a.count(); i < m; i++) {
    const factor = a.get(i);
    let carry: u64 = 0;
    for (let j = 0; j < n; j++) {
      const sum = factor * b.get(j) + product.get(i + j) + carry;
      product.set(i + j, sum);
      carry = sum >> 32;
    }
    product.set(i + n, carry);
  }
  return product;
}

/**
 * floor(dividend / divisor), leaving the remainder nowhere: both arguments are used up. Panics "division by zero".
 * Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D, in base 2^32.
 */
export function divide(dividend: Limbs, divisor: Limbs): Limbs {
  const n = divisor.count();
  if (n == 0) panic('division by zero');
  const m = dividend.count();
  const quotient = Limbs.zero();
  if (m < n) return quotient;
  if (n == 1) return divideByLimb(dividend, m, divisor.get(0));

  const shift = <u64>clz<u32>(<u32>divisor.get(n - 1));
  dividend.shiftLeft(shift, m);
  divisor.shiftLeft(shift, n);
  const first = divisor.get(n - 1);
  const second = divisor.get(n - 2);
  for (let j = m - n; j >= 0; j--) {
    const top = (dividend.get(j + n) << 32) | dividend.get(j + n - 1);
    let digit = top / first;
    let rest = top % first;
    while (digit >> 32 || digit * second > ((rest << 32) | dividend.get(j + n - 2))) {
      digit--;
      rest += first;
      if (rest >> 32) break;
    }
    if (subtractProduct(dividend, divisor, j, n, digit)) {
      addBack(dividend, divisor, j, n);
      digit--;
    }
    quotient.set(j, digit);
  }
  return quotient;
}

function divideByLimb(dividend: Limbs, limbs: i32, divisor: u64): Limbs {
  const quotient = Limbs.zero();
  let rest: u64 = 0;
  for (let i = limbs - 1; i >= 0; i--) {
    const part = (rest << 32) | dividend.get(i);
    quotient.set(i, part / divisor);
    rest = part % divisor;
  }
  return quotient;
}

/** dividend -= digit * divisor at limb `at`; true when it went below zero. */
function subtractProduct(dividend: Limbs, divisor: Limbs, at: i32, limbs: i32, digit: u64): bool {
  let carry: u64 = 0;
  let borrow: u64 = 0;
  for (let i = 0; i < limbs; i++) {
    const product = digit * divisor.get(i) + carry;
    carry = product >> 32;
    const difference = dividend.get(at + i) - (product & 0xffffffff) - borrow;
    dividend.set(at + i, difference);
    borrow = difference >> 63;
  }
  const difference = dividend.get(at + limbs) - carry - borrow;
  dividend.set(at + limbs, difference);
  return difference >> 63 != 0;
}

function addBack(dividend: Limbs, divisor: Limbs, at: i32, limbs: i32): void {
  let carry: u64 = 0;
  for (let i = 0; i < limbs; i++) {
    const sum = dividend.get(at + i) + divisor.get(i) + carry;
    dividend.set(at + i, sum);
    carry = sum >> 32;
  }
  dividend.set(at + limbs, dividend.get(at + limbs) + carry);
}
