import { type AllocationEntry, type EscrowConfig, type EscrowStatus } from '../node/answers.js';
import { type Bundle } from '../bundle/bundle.js';
import { BEFORE_FINALIZE, check, type Check, type Finding, summary } from './check.js';

const BPS = 10_000n;
const AS_COMPUTED = 'as computed';

type Snapshot = NonNullable<EscrowStatus['finalized']>;

/** The amounts of the pool, of each entry and of the escrow's counters, computed again. */
export function amountChecks({ status, config, allocations }: Bundle): Check[] {
  return [
    check(
      'amounts of the pool follow from its terms',
      [status, config],
      ({ finalized, funded_total }, { parameters }) =>
        finalized ? poolAmounts(finalized, BigInt(funded_total), parameters) : BEFORE_FINALIZE,
    ),
    check('each amount follows from its points', [status, config, allocations], ({ finalized }, found, entries) => {
      if (!finalized) return BEFORE_FINALIZE;
      const wrong = wrongAmounts(finalized, found, entries);
      return { expected: AS_COMPUTED, actual: summary(wrong, AS_COMPUTED) };
    }),
    check('each amount is the planned payout', [status, allocations], ({ finalized }, entries) => {
      if (!finalized) return BEFORE_FINALIZE;
      const wrong = entries
        .filter(({ amount, points }) => amount !== points)
        .map(({ address, amount, points }) => `${address} gets ${amount}, planned ${points}`);
      return { expected: 'as planned', actual: summary(wrong, 'as planned') };
    }),
    counterCheck('paid', 'paid_count and paid_total', ({ paid_count, paid_total }) => [paid_count, paid_total]),
    counterCheck('skipped', 'skipped_count and skipped_total', (found) => [found.skipped_count, found.skipped_total]),
    check('failed_count and failed_outstanding', [status, allocations], (found, entries) => {
      const { finalized, failed_count, failed_outstanding } = found;
      if (!finalized) return BEFORE_FINALIZE;
      const actual = `${failed_count} with ${failed_outstanding}`;
      // A reserve that has lapsed and was swept counts no more.
      const isSwept = failed_count === 0 && entries.every(({ status: state }) => state !== 'failed');
      const expected = isSwept ? '0 with 0' : counted(entries, ['failed', 'expired']);
      return { expected, actual };
    }),
    check('fee_paid is not more than the fee on payouts', [status, allocations], (found, entries) => {
      if (!found.finalized) return BEFORE_FINALIZE;
      const due = found.phase === 'completed' ? feeDue(found.finalized, entries) : 0n;
      return { expected: `at most ${due}`, actual: found.fee_paid, agrees: BigInt(found.fee_paid) <= due };
    }),
  ];

  function counterCheck(
    state: AllocationEntry['status'],
    name: string,
    counters: (status: EscrowStatus) => [count: number, total: string],
  ): Check {
    return check(name, [status, allocations], (found, entries) =>
      found.finalized
        ? { expected: counted(entries, [state]), actual: counters(found).join(' with ') }
        : BEFORE_FINALIZE,
    );
  }
}

function poolAmounts(found: Snapshot, funded: bigint, { fee_bps, max_share_bps }: EscrowConfig['parameters']): Finding {
  const gross = BigInt(found.gross_balance);
  const maxFee = (gross * BigInt(fee_bps)) / BPS;
  const distributable = gross - maxFee;
  const cap = (distributable * BigInt(max_share_bps)) / BPS;
  const shown = (...amounts: (bigint | string)[]) =>
    `gross_balance ${amounts[0]}, max_fee ${amounts[1]}, distributable ${amounts[2]}, cap ${amounts[3]}`;
  return {
    expected: shown(gross < funded ? gross : funded, maxFee, distributable, cap),
    actual: shown(gross, found.max_fee, found.distributable, found.cap),
  };
}

/** floor(points * distributable / total), at most the cap; below min_payout nothing is sent. */
function wrongAmounts(snapshot: Snapshot, { parameters }: EscrowConfig, entries: readonly AllocationEntry[]): string[] {
  const total = entries.reduce((sum, { points }) => sum + BigInt(points), 0n);
  const [distributable, cap, least] = [snapshot.distributable, snapshot.cap, parameters.min_payout].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  return entries.flatMap(({ address, points, amount, status }) => {
    const share = total === 0n ? 0n : (BigInt(points) * distributable) / total;
    const due = share < cap ? share : cap;
    if (amount !== String(due)) return [`${address} gets ${amount}, computed ${due}`];
    const isSmall = due < least || due === 0n;
    const isAsDue = status === 'pending' || (status === 'skipped') === isSmall;
    return isAsDue ? [] : [`${address} is ${status} with ${amount}`];
  });
}

/** Number and sum of the entries in these states. */
function counted(entries: readonly AllocationEntry[], states: readonly AllocationEntry['status'][]): string {
  const found = entries.filter(({ status }) => states.includes(status));
  return `${found.length} with ${found.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n)}`;
}

function feeDue({ max_fee, distributable }: Snapshot, entries: readonly AllocationEntry[]): bigint {
  const earned = entries
    .filter(({ status }) => status === 'paid' || status === 'failed' || status === 'expired')
    .reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
  return distributable === '0' ? 0n : (BigInt(max_fee) * earned) / BigInt(distributable);
}
