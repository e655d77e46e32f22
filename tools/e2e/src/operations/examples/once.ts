/** A function that prepares something when it is first called, and returns the same ever after. */
export function once<Value>(prepare: () => Promise<Value>): () => Promise<Value> {
  let prepared: Promise<Value> | undefined;
  return () => (prepared ??= prepare());
}
