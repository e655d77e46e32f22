/** Most bytes of a reply: the broker takes 1 MiB, of which its envelope and headers get the rest. */
export const REPLY_BYTES = 960 * 1024;
/** Where a page of a list ends, in bytes of JSON; the items of every list are smaller, so that a page has at least one. */
export const PAGE_BYTES = 512 * 1024;
/** Most bytes of an event with its envelope. Events are moved and applied many at a time. */
export const EVENT_BYTES = 64 * 1024;

/** The same of parts of messages that have no class, as JSON: the configuration of a quest, */
export const CONFIG_BYTES = 64 * 1024;
/** what an earner hands in, */
export const INPUTS_BYTES = 64 * 1024;
/** what is shown of the facts of a check, and of one of them, */
export const FACTS_BYTES = 64 * 1024;
export const FACT_BYTES = 8 * 1024;
/** and a schema of the catalog. */
export const SCHEMA_BYTES = 16 * 1024;

/** Bytes of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Whether a value fills at most `maxBytes` of JSON; one too deep to be written does not. */
export function fitsBytes(value: unknown, maxBytes: number): boolean {
  try {
    return jsonBytes(value) <= maxBytes;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The first items that fill at most `bytes` together. */
export function fitting<Item>(items: readonly Item[], bytes: number): Item[] {
  // Written at once, which takes a fraction of the time, all have brackets around them and no comma after the last.
  if (jsonBytes(items) - 1 <= bytes) return [...items];
  let filled = 0;
  const end = items.findIndex((item) => {
    // With the comma after it.
    filled += jsonBytes(item) + 1;
    return filled > bytes;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
