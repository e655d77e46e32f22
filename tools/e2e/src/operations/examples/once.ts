/** A function that prepares something when it is first called, and returns the same ever after. */
export function once<Value>(prepare: () => Promise<Value>): () => Promise<Value> {
  let prepared: Promise<Value> | undefined;
  return () => (prepared ??= prepare());
}

/** The same, prepared from now on, for what has to wait: other examples run meanwhile. */
export function begun<Value>(prepare: () => Promise<Value>): () => Promise<Value> {
  const prepared = prepare();
  // The example that needs it fails.
  prepared.catch(() => undefined);
  return () => prepared;
}
