import type { Static, TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

export interface CollectionRules<Schema extends TObject, Owner extends object> {
  /** Part of the address of its control route. */
  name: string;
  schema: Schema;
  /** The members that identify an item. */
  key: readonly (keyof Static<Schema> & string)[];
  seed: () => readonly Static<Schema>[];
  /** Called after a control request has added or replaced an item; sends the webhooks of that change. */
  onPut?: (owner: Owner, item: Static<Schema>, before: Static<Schema> | undefined) => void;
  /** Called after a control request has removed an item. */
  onRemove?: (owner: Owner, item: Static<Schema>) => void;
}

/** Throws a RangeError with a sentence for the first problem of an item. */
function parse<Schema extends TObject>(schema: Schema, input: unknown): Static<Schema> {
  const item: unknown = Value.Default(schema, Value.Clone(input));
  const problem = Value.Errors(schema, item).First();
  if (problem) throw new RangeError(`body${problem.path}: ${problem.message}`);
  return Value.Decode(schema, item);
}

/** The items of a collection on one platform that runs. */
class Items<Item extends object> {
  private readonly items = new Map<string, Item>();

  constructor(
    private readonly keyOf: (item: Item) => string,
    private readonly seed: () => readonly Item[],
  ) {
    this.reset();
  }

  get all(): Item[] {
    return [...this.items.values()];
  }

  /** Of the members of the key, in their order. */
  get(...key: readonly (string | number | undefined)[]): Item | undefined {
    return this.items.get(key.join(' '));
  }

  find(test: (item: Item) => boolean): Item | undefined {
    for (const item of this.items.values()) if (test(item)) return item;
    return undefined;
  }

  filter(test: (item: Item) => boolean): Item[] {
    return this.all.filter(test);
  }

  /** Returns the replaced item. A new item is added at the end. */
  put(item: Item): Item | undefined {
    const key = this.keyOf(item);
    const before = this.items.get(key);
    this.items.set(key, item);
    return before;
  }

  remove(item: Item): void {
    this.items.delete(this.keyOf(item));
  }

  reset(): void {
    this.items.clear();
    for (const item of this.seed()) this.put(item);
  }
}

/** A collection with any type of items. */
export interface AnyCollection<Owner> {
  readonly name: string;
  readonly key: readonly string[];
  all(owner: Owner): readonly object[];
  /** The items whose members have these values as text. */
  select(owner: Owner, members: Readonly<Record<string, string>>): readonly object[];
  /** Adds the item, or replaces the one with its key. Throws a RangeError for an item that does not fit the schema. */
  put(owner: Owner, input: unknown): object;
  /** Removes each item whose members have these values as text; gives their number. */
  remove(owner: Owner, members: Readonly<Record<string, string>>): number;
  reset(owner: Owner): void;
}

/** One kind of things that a platform has. Each running platform has its own items. */
export class Collection<Schema extends TObject, Owner extends object> implements AnyCollection<Owner> {
  private readonly kept = new WeakMap<Owner, Items<Static<Schema>>>();

  constructor(private readonly rules: CollectionRules<Schema, Owner>) {}

  get name(): string {
    return this.rules.name;
  }

  get key(): readonly string[] {
    return this.rules.key;
  }

  of(owner: Owner): Items<Static<Schema>> {
    const { key, seed } = this.rules;
    const known = this.kept.get(owner);
    if (known) return known;
    const items = new Items<Static<Schema>>((item) => key.map((name) => String(item[name])).join(' '), seed);
    this.kept.set(owner, items);
    return items;
  }

  all(owner: Owner): readonly Static<Schema>[] {
    return this.of(owner).all;
  }

  put(owner: Owner, input: unknown): Static<Schema> {
    const item = parse(this.rules.schema, input);
    const before = this.of(owner).put(item);
    this.rules.onPut?.(owner, item, before);
    return item;
  }

  select(owner: Owner, members: Readonly<Record<string, string>>): Static<Schema>[] {
    const entries = Object.entries(members);
    return this.of(owner).filter((item) => {
      const values = new Map<string, unknown>(Object.entries(item));
      return entries.every(([name, value]) => String(values.get(name)) === value);
    });
  }

  remove(owner: Owner, members: Readonly<Record<string, string>>): number {
    const found = this.select(owner, members);
    for (const item of found) {
      this.of(owner).remove(item);
      this.rules.onRemove?.(owner, item);
    }
    return found.length;
  }

  reset(owner: Owner): void {
    this.of(owner).reset();
  }
}
