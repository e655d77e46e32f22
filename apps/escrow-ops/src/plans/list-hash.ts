import { createHash } from 'node:crypto';
import type { ListedEarner } from './payout-plan.js';

/** SHA-256 of a list: a line `<userId>,<points>,<address>,<source>,<reason>` per earner by rank. */
export function listHash(list: readonly ListedEarner[]): Buffer {
  const hash = createHash('sha256');
  for (const { userId, points, payout, excludedReason } of list) {
    hash.update(`${userId},${points},${payout?.address ?? ''},${payout?.source ?? ''},${excludedReason ?? ''}\n`);
  }
  return hash.digest();
}
