import { panic } from './bytes';
import { alloc, copyBytes, make } from './memory';

/** A growable list of unmanaged references or integers. */
@unmanaged
export class List<T> {
  private start: usize;
  private capacity: u32;
  private size: u32;

  static create<T>(capacity: u32): List<T> {
    const list = make<List<T>>();
    list.capacity = max<u32>(capacity, 4);
    list.start = alloc(<usize>list.capacity * sizeof<T>());
    return list;
  }

  get length(): u32 {
    return this.size;
  }

  push(value: T): void {
    if (this.size == this.capacity) {
      const start = alloc(<usize>this.capacity * 2 * sizeof<T>());
      copyBytes(start, this.start, <usize>this.size * sizeof<T>());
      this.start = start;
      this.capacity *= 2;
    }
    store<T>(this.start + <usize>this.size * sizeof<T>(), value);
    this.size++;
  }

  at(index: u32): T {
    if (index >= this.size) panic('index out of bounds');
    return load<T>(this.start + <usize>index * sizeof<T>());
  }
}
