interface Kept<Value> {
  version: string;
  /** As performance.now() has it. */
  until: number;
  value: Promise<Value>;
}

/** Results of checks, which are valid for a while. Callers that come while a check runs wait for the same one. */
export class Recent<Key, Value> {
  private readonly kept = new Map<Key, Kept<Value>>();

  constructor(private readonly seconds: number) {}

  /** @param version of what is checked: another version is checked anew */
  get(key: Key, version: string, check: () => Promise<Value>): Promise<Value> {
    const kept = this.kept.get(key);
    if (kept?.version === version && kept.until > performance.now()) return kept.value;
    const value = check();
    this.kept.set(key, { version, until: performance.now() + this.seconds * 1_000, value });
    return value;
  }
}
