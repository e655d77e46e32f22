interface Kept<Value> {
  version: string;
  /** Time of performance.now() at which the result expires. */
  until: number;
  value: Promise<Value>;
}

/** Caches the results of checks for a number of seconds. Concurrent callers share one check. */
export class Recent<Key, Value> {
  private readonly kept = new Map<Key, Kept<Value>>();

  constructor(private readonly seconds: number) {}

  /** @param version version of the checked values; a result of another version is not used */
  get(key: Key, version: string, check: () => Promise<Value>): Promise<Value> {
    const kept = this.kept.get(key);
    if (kept?.version === version && kept.until > performance.now()) return kept.value;
    const value = check();
    this.kept.set(key, { version, until: performance.now() + this.seconds * 1_000, value });
    return value;
  }

  /** The next caller checks again. */
  forget(key: Key): void {
    this.kept.delete(key);
  }
}
