import { poolAmounts } from '@questp/escrow-client/payouts';
import type { EscrowStatusResponse } from '@questp/message-schema';
import type { OperatedEscrow, OperatedPlan } from './operated-escrow.js';

/** The pool of finalize_allocations: the funds, or the balance if a token has lost some. */
export function grossOf({ funded_total, balance }: Pick<EscrowStatusResponse, 'funded_total' | 'balance'>): string {
  const [funded, held] = [BigInt(funded_total), BigInt(balance ?? 0)];
  return `${held < funded ? held : funded}`;
}

/** Amounts that the escrow would compute differently from the plan at finalize. */
export function poolDifferences({ status, config }: OperatedEscrow, pool: OperatedPlan['pool']): string[] {
  const { fee_bps: feeBps, max_share_bps: maxShareBps, min_payout: minPayout } = config.parameters;
  const computed = poolAmounts({ gross: BigInt(grossOf(status)), feeBps, maxShareBps });
  const same: [string, boolean][] = [
    ['max_fee', `${computed.maxFee}` === pool.maxFee],
    ['distributable', `${computed.distributable}` === pool.distributable],
    ['cap', `${computed.cap}` === pool.cap],
    ['min_payout', minPayout === pool.minPayout],
  ];
  return same.flatMap(([name, isSame]) => (isSame ? [] : [name]));
}
