import { type Asset } from '../scenario/backend.js';
import { visible } from './amount.js';
import { assetKey } from './asset.js';
import { payFee, refund } from './escrow-payout.js';
import { type EscrowModel } from './escrow.js';
import { demand, demandSender } from './refusal.js';
import { demandPhase, demandRunning } from './roles.js';

/** Top-up with the attached coins, or with the amount that a token reports. */
export function topUp(escrow: EscrowModel, funds: readonly { asset: Asset; amount: bigint }[]): void {
  demandRunning(escrow);
  demandPhase(escrow, 'upcoming', 'active');
  const [first, ...others] = funds;
  const isPool = first !== undefined && others.length === 0 && assetKey(first.asset) === assetKey(escrow.asset);
  demand(isPool, 'wrong_asset');
  escrow.fundedTotal += first.amount;
}

export function cancel(escrow: EscrowModel, sender: string): void {
  const isGuardian = sender === escrow.chain.factory.config.guardian;
  demandSender(sender === escrow.owner, isGuardian);
  demandPhase(escrow, 'upcoming', ...(isGuardian ? (['active', 'ended', 'committing', 'expired'] as const) : []));
  escrow.stage = 'cancelled';
  escrow.cancelledAt = escrow.chain.now;
  refund(escrow, escrow.spendable);
}

export function reclaimExpired(escrow: EscrowModel): void {
  demandPhase(escrow, 'expired');
  demand(escrow.balance > 0n, 'nothing_to_send');
  escrow.stage = 'reclaimed';
  refund(escrow, escrow.spendable);
}

/** Cancelled: everything to the owner. Completed: the unpaid part of the fee first, the rest to the owner. */
export function sweepLeftover(escrow: EscrowModel): void {
  demandPhase(escrow, 'cancelled', 'completed');
  demand(escrow.stage === 'cancelled' || escrow.claimsAreOver, 'claim_deadline_not_reached');
  demand(escrow.balance > 0n, 'nothing_to_send');
  const leftover = escrow.spendable - (escrow.feeDue - escrow.feePaid);
  escrow.isReserveSwept = true;
  payFee(escrow, escrow.chain.factory.config.treasury);
  refund(escrow, leftover);
}

export function refundStrayAssets(escrow: EscrowModel, assets: readonly Asset[]): void {
  const keys = assets.map(assetKey);
  demand(assets.length >= 1 && assets.length <= 10, 'too_many_assets');
  demand(new Set(keys).size === keys.length, 'duplicate_asset');
  demand(!keys.includes(assetKey(escrow.asset)), 'pool_asset_not_stray');
  const { ledger } = escrow.chain;
  for (const asset of assets) {
    const amount = visible(ledger.balance(asset, escrow.address));
    if (amount > 0n) ledger.tryMove(asset, escrow.address, escrow.owner, amount);
  }
}
