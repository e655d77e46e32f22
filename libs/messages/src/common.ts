/** A page of a list; `nextCursor` is opaque and stays right under inserts. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface PageRequest {
  /** 1..100 */
  limit: number;
  cursor?: string;
}

/**
 * Carried by creating requests that came with an Idempotency-Key.
 * Same scope and key: same hash replays the first reply for 24 h, another hash is IDEMPOTENCY_KEY_REUSED.
 */
export interface Idempotency {
  /** principal and route */
  scope: string;
  key: string;
  /** SHA-256 (hex) of the body as it was received. */
  requestHash: string;
}

export interface Creating {
  idempotency?: Idempotency;
}

/** Where a request came from, for sessions and the audit log. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
}

/** Carried by requests that leave an entry in the audit log. */
export interface Audited {
  client?: ClientInfo;
}

/** ISO 8601 UTC with milliseconds. */
export type Timestamp = string;

export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
