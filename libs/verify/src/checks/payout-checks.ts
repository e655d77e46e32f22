import { type AllocationEntry } from '../node/answers.js';
import { type Bundle, type Transfer, type Treasury } from '../bundle/bundle.js';
import { outflowOf } from '../node/outflow.js';
import { check, type Check, summary } from './check.js';
import { forgottenOf } from './node-limits.js';

const EXACT = 'one transfer of the exact amount each';

const NO_CHANGES: NonNullable<Bundle['treasuries']> = { value: [] };

/**
 * What left the escrow, by the transfers that the chain recorded. A transfer that is missing is a mismatch only where the
 * node finds the creation of the escrow: without it, the node lacks old transactions, and what it lacks contradicts
 * nothing.
 */
export function payoutChecks(bundle: Bundle): Check[] {
  const { status, config, allocations, transfers, treasuries = NO_CHANGES } = bundle;
  const parts = [status, config, allocations, transfers, treasuries] as const;
  const [forgotten, unknownTreasuries] = [forgottenOf(bundle, 'escrow'), forgottenOf(bundle, 'factory')];
  return [
    check('each payout is one transfer', [allocations, transfers], (entries, found) => {
      const { wrong, missing } = wrongPayouts(entries, found);
      if (wrong.length === 0 && missing.length > 0 && forgotten !== undefined)
        return { unchecked: `${missing.length} payouts are not found: ${forgotten}` };
      return { expected: EXACT, actual: summary([...wrong, ...missing], EXACT) };
    }),
    check('everything else went to the owner or the treasury', parts, (escrow, { owner, roles }, ...read) => {
      const [entries, found, changes] = read;
      const known = new Set<string | undefined>([owner, roles?.treasury, ...entries.map(({ address }) => address)]);
      const first = escrow.finalized?.treasury;
      const unknown = found.filter(
        ({ recipient, height }) => !known.has(recipient) && !isTreasury(recipient, height, first, changes),
      );
      const wrong = unknown.map(({ recipient, amount, tx }) => `${amount} to ${recipient} in ${tx}`);
      // Only a fee can have gone to a treasury that the factory had in between.
      if (wrong.length > 0 && unknownTreasuries !== undefined && sumOf(unknown) <= BigInt(escrow.fee_paid))
        return { unchecked: `${summary(wrong, '')}, which may be an earlier treasury: ${unknownTreasuries}` };
      return { expected: 'nothing else', actual: summary(wrong, 'nothing else') };
    }),
    check('transfers sum to paid_total, fee_paid and refunded_total', [status, transfers], (escrow, found) => {
      const [expected, actual] = [outflowOf(escrow), sumOf(found)];
      if (actual < expected && forgotten !== undefined)
        return { unchecked: `${actual} of ${expected} is found: ${forgotten}` };
      return { expected, actual };
    }),
  ];
}

/**
 * The fee goes to the treasury of the allocation; a fee that could not be received is sent again to the treasury that the
 * factory has by then. Within a block, the treasuries before and after a change both count.
 * @param first treasury of the finalized allocation
 * @param changes oldest first
 */
function isTreasury(
  recipient: string,
  height: string,
  first: string | undefined,
  changes: readonly Treasury[],
): boolean {
  if (recipient === first) return true;
  const at = BigInt(height);
  const before = changes.filter((change) => BigInt(change.height) < at).at(-1);
  const inBlock = changes.filter((change) => BigInt(change.height) === at);
  return [...(before ? [before] : []), ...inBlock].some(({ address }) => address === recipient);
}

const sumOf = (transfers: readonly Transfer[]): bigint =>
  transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/**
 * Entries with transfers other than one of their amount, or with any although they are not paid; and paid ones without
 * a transfer.
 */
function wrongPayouts(entries: readonly AllocationEntry[], transfers: readonly Transfer[]) {
  const byRecipient = new Map<string, string[]>();
  for (const { recipient, amount } of transfers) {
    const amounts = byRecipient.get(recipient);
    if (amounts) amounts.push(amount);
    else byRecipient.set(recipient, [amount]);
  }
  const [wrong, missing]: [string[], string[]] = [[], []];
  for (const { address, amount, status } of entries) {
    const expected = status === 'paid' ? String(amount) : '';
    const actual = (byRecipient.get(address) ?? []).join(' and ');
    if (actual === expected) continue;
    const found = `${address} (${status}) got ${actual || 'nothing'}, due ${expected || 'nothing'}`;
    (actual === '' ? missing : wrong).push(found);
  }
  return { wrong, missing };
}
