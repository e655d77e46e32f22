import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { databaseNow } from './database-clock.js';

/**
 * Maximum step back of a clock measured again; the machine's clock, used before the first measurement, may be further
 * off.
 */
const SETTLED_MS = 1_000;

let last = { msecs: 0, seq: 0 };

/**
 * A UUID version 7 by PostgreSQL's clock, so that the order of a list does not depend on the replica that created a
 * row. Ids of one process also ascend within a millisecond (RFC 9562, 6.2).
 */
export function newId(): string {
  const now = databaseNow();
  const isNew = now > last.msecs || now < last.msecs - SETTLED_MS;
  last = isNew ? { msecs: now, seq: randomInt(2 ** 31) } : { ...last, seq: last.seq + 1 };
  return v7(last);
}
