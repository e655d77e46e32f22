// 0 until the first use: a global with a computed start value would need a start function, which the chain refuses.
let free: usize = 0;

/**
 * Memory for `size` bytes, zeroed, 16-aligned, never given back: the chain starts every call on a fresh instance.
 * Traps when the chain's memory limit is reached.
 */
export function alloc(size: usize): usize {
  const start = free ? free : (__heap_base + 15) & ~(<usize>15);
  const end = (start + size + 15) & ~(<usize>15);
  if (end < start) unreachable();
  const available = (<usize>memory.size()) << 16;
  if (end > available && memory.grow(<i32>((end - available + 0xffff) >>> 16)) < 0) unreachable();
  free = end;
  return start;
}

/** A zeroed object of an `@unmanaged` class. `new` would bring the managed runtime and with it a start function. */
export function make<T>(): T {
  return changetype<T>(alloc(offsetof<T>()));
}

/** Copies between areas that do not overlap. `memory.copy` is a bulk-memory opcode, which the chain refuses. */
export function copyBytes(to: usize, from: usize, length: usize): void {
  let done: usize = 0;
  for (; done + 32 <= length; done += 32) {
    store<u64>(to + done, load<u64>(from + done));
    store<u64>(to + done, load<u64>(from + done, 8), 8);
    store<u64>(to + done, load<u64>(from + done, 16), 16);
    store<u64>(to + done, load<u64>(from + done, 24), 24);
  }
  for (; done + 4 <= length; done += 4) store<u32>(to + done, load<u32>(from + done));
  for (; done < length; done++) store<u8>(to + done, load<u8>(from + done));
}
