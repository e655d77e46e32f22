/** Maximum bytes of a reply. The broker accepts 1 MiB; envelope and headers use the rest. */
export const REPLY_BYTES = 960 * 1024;
/** Bytes of JSON at which a page ends. Every item is smaller, so a page has at least one. */
export const PAGE_BYTES = 512 * 1024;
/** Maximum bytes of an event with its envelope; consumers handle many events at a time. */
export const EVENT_BYTES = 64 * 1024;

/** Maximum bytes of JSON of members without a class: the configuration of a quest, */
export const CONFIG_BYTES = 64 * 1024;
/** the inputs of an attempt, */
export const INPUTS_BYTES = 64 * 1024;
/** the facts shown of a check, all together and each, */
export const FACTS_BYTES = 64 * 1024;
export const FACT_BYTES = 8 * 1024;
/** and a schema of the catalog. */
export const SCHEMA_BYTES = 16 * 1024;

/** Bytes of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** True if the JSON of a value has at most `maxBytes` bytes; false for a value too deep for JSON.stringify. */
export function fitsBytes(value: unknown, maxBytes: number): boolean {
  try {
    return jsonBytes(value) <= maxBytes;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The first items whose JSON has at most `bytes` bytes in total. */
export function fitting<Item>(items: readonly Item[], bytes: number): Item[] {
  // One call for all items is several times faster; the brackets count for the missing last comma.
  if (jsonBytes(items) - 1 <= bytes) return [...items];
  let filled = 0;
  const end = items.findIndex((item) => {
    // With the comma after it.
    filled += jsonBytes(item) + 1;
    return filled > bytes;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
