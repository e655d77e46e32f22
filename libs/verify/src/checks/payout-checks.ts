import { type AllocationEntry } from '../node/answers.js';
import { type Bundle, type Transfer, type Treasury } from '../bundle/bundle.js';
import { outflowOf } from '../node/outflow.js';
import { check, type Check, summary } from './check.js';

const EXACT = 'one transfer of the exact amount each';

const NO_CHANGES: NonNullable<Bundle['treasuries']> = { value: [] };

/** What left the escrow, by the transfers that the chain recorded. */
export function payoutChecks({ status, config, allocations, transfers, treasuries = NO_CHANGES }: Bundle): Check[] {
  const parts = [status, config, allocations, transfers, treasuries] as const;
  return [
    check('each payout is one transfer', [allocations, transfers], (entries, found) => {
      const wrong = wrongPayouts(entries, found);
      return { expected: EXACT, actual: summary(wrong, EXACT) };
    }),
    check('everything else went to the owner or the treasury', parts, ({ finalized }, { owner, roles }, ...read) => {
      const [entries, found, changes] = read;
      const known = new Set<string | undefined>([owner, roles?.treasury, ...entries.map(({ address }) => address)]);
      const wrong = found
        .filter(
          ({ recipient, height }) =>
            !known.has(recipient) && !isTreasury(recipient, height, finalized?.treasury, changes),
        )
        .map(({ recipient, amount, tx }) => `${amount} to ${recipient} in ${tx}`);
      return { expected: 'nothing else', actual: summary(wrong, 'nothing else') };
    }),
    check('transfers sum to paid_total, fee_paid and refunded_total', [status, transfers], (escrow, found) => ({
      expected: outflowOf(escrow),
      actual: found.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    })),
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

/** Entries that are paid without exactly one transfer of their amount, and transfers to entries that are not paid. */
function wrongPayouts(entries: readonly AllocationEntry[], transfers: readonly Transfer[]): string[] {
  const byRecipient = new Map<string, string[]>();
  for (const { recipient, amount } of transfers) {
    const amounts = byRecipient.get(recipient);
    if (amounts) amounts.push(amount);
    else byRecipient.set(recipient, [amount]);
  }
  return entries.flatMap(({ address, amount, status }) => {
    const expected = status === 'paid' ? String(amount) : '';
    const actual = (byRecipient.get(address) ?? []).join(' and ');
    return actual === expected
      ? []
      : [`${address} (${status}) got ${actual || 'nothing'}, due ${expected || 'nothing'}`];
  });
}
