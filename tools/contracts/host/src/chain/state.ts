/** One map frozen by a snapshot. */
interface FrozenMap<V> {
  readonly entries: Map<string, V>;
  readonly keys: string[] | undefined;
}

interface Change {
  readonly map: StateMap<unknown>;
  readonly key: string;
  readonly before: unknown;
}

/** The whole state at one moment; stays restorable however often. */
export type StateSnapshot = ReadonlyMap<StateMap<unknown>, FrozenMap<unknown>>;

/**
 * The chain's state: maps whose changes can be undone to a savepoint, which is what a submessage or a failed
 * transaction needs, and frozen as a whole, which is what tests need.
 */
export class State {
  private readonly maps: StateMap<unknown>[] = [];
  private changes: Change[] = [];

  map<V>(): StateMap<V> {
    const map = new StateMap<V>((change) => this.changes.push(change));
    this.maps.push(map);
    return map;
  }

  savepoint(): number {
    return this.changes.length;
  }

  rollback(savepoint: number): void {
    for (let index = this.changes.length - 1; index >= savepoint; index -= 1) {
      const change = this.changes[index];
      change?.map.undo(change.key, change.before);
    }
    this.changes.length = savepoint;
  }

  /** Makes everything so far permanent. */
  commit(): void {
    this.changes = [];
  }

  /** Between transactions only. Takes no copy: a map is copied when it is written to again. */
  snapshot(): StateSnapshot {
    return new Map(this.maps.map((map) => [map, map.freeze()]));
  }

  restore(snapshot: StateSnapshot): void {
    for (const [map, frozen] of snapshot) map.thaw(frozen);
    this.changes = [];
  }
}

/** A map from strings with iteration in key order. Values must not be changed in place. */
export class StateMap<V> {
  private entries = new Map<string, V>();
  /** Sorted keys; built when a range is first asked for and kept up to date from then on. */
  private keys: string[] | undefined;
  private isFrozen = false;

  constructor(private readonly record: (change: Change) => void) {}

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  set(key: string, value: V): void {
    this.record({ map: this, key, before: this.entries.get(key) });
    this.put(key, value);
  }

  delete(key: string): void {
    if (!this.entries.has(key)) return;
    this.record({ map: this, key, before: this.entries.get(key) });
    this.drop(key);
  }

  /** Keys in [start, end), ascending. */
  range(start: string, end: string): string[] {
    this.keys ??= [...this.entries.keys()].sort(compare);
    return this.keys.slice(position(this.keys, start), position(this.keys, end));
  }

  undo(key: string, before: V | undefined): void {
    if (before === undefined) this.drop(key);
    else this.put(key, before);
  }

  freeze(): FrozenMap<V> {
    this.isFrozen = true;
    return { entries: this.entries, keys: this.keys };
  }

  thaw({ entries, keys }: FrozenMap<V>): void {
    this.entries = entries;
    this.keys = keys;
    this.isFrozen = true;
  }

  private put(key: string, value: V): void {
    this.copyWhenFrozen();
    if (this.keys && !this.entries.has(key)) this.keys.splice(position(this.keys, key), 0, key);
    this.entries.set(key, value);
  }

  private drop(key: string): void {
    this.copyWhenFrozen();
    if (this.keys && this.entries.has(key)) this.keys.splice(position(this.keys, key), 1);
    this.entries.delete(key);
  }

  private copyWhenFrozen(): void {
    if (!this.isFrozen) return;
    this.entries = new Map(this.entries);
    this.keys &&= [...this.keys];
    this.isFrozen = false;
  }
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Index of the first key that is not before `key`. */
function position(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
