import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { databaseNow } from './database-clock.js';

/** A clock that was measured anew goes back by less; the machine's clock, before it was measured, by more. */
const SETTLED_MS = 1_000;

let last = { msecs: 0, seq: 0 };

/**
 * A UUID version 7: ids of rows sort by the time they were made, on PostgreSQL's clock, so that the order of a list does
 * not depend on which replica made a row. Ids of one process ascend within a millisecond as well (RFC 9562, 6.2).
 */
export function newId(): string {
  const now = databaseNow();
  const isNew = now > last.msecs || now < last.msecs - SETTLED_MS;
  last = isNew ? { msecs: now, seq: randomInt(2 ** 31) } : { ...last, seq: last.seq + 1 };
  return v7(last);
}
