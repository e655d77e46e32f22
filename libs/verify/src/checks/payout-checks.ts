import { type AllocationEntry } from '../node/answers.js';
import { type Bundle, type Transfer } from '../bundle/bundle.js';
import { outflowOf } from '../node/outflow.js';
import { check, type Check, summary } from './check.js';

const EXACT = 'one transfer of the exact amount each';

/** What left the escrow, by the transfers that the chain recorded. */
export function payoutChecks({ status, config, allocations, transfers }: Bundle): Check[] {
  return [
    check('each payout is one transfer', [allocations, transfers], (entries, found) => {
      const wrong = wrongPayouts(entries, found);
      return { expected: EXACT, actual: summary(wrong, EXACT) };
    }),
    check('everything else went to the owner or the treasury', [status, config, allocations, transfers], (...read) => {
      const [{ finalized }, { owner, roles }, entries, found] = read;
      const known = new Set([owner, finalized?.treasury, roles?.treasury]);
      for (const { address } of entries) known.add(address);
      const wrong = found
        .filter(({ recipient }) => !known.has(recipient))
        .map(({ recipient, amount, tx }) => `${amount} to ${recipient} in ${tx}`);
      return { expected: 'nothing else', actual: summary(wrong, 'nothing else') };
    }),
    check('transfers sum to paid_total, fee_paid and refunded_total', [status, transfers], (escrow, found) => ({
      expected: outflowOf(escrow),
      actual: found.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    })),
  ];
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
