const DEFAULT_PAGE: u32 = 30;
const MAX_PAGE: u32 = 100;

/** Page size of a query: 30 unless asked for, clamped to 1..100 (spec 4.2). */
export function pageSize(hasLimit: bool, limit: u32): u32 {
  if (!hasLimit) return DEFAULT_PAGE;
  return max<u32>(1, min<u32>(limit, MAX_PAGE));
}
