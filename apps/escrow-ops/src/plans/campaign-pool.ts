import { poolAmounts } from '@questp/escrow-client/payouts';
import type { RewardPool } from '@questp/messages/quests';
import { toAsset } from '../chain/escrows/escrow-state.js';
import type { EscrowReading } from '../chain/escrow-reading.js';
import type { EscrowStateRow } from '../chain/escrows/escrow-states.repository.js';
import type { PlannedPool } from './payout-plan.js';
import type { PlanPool } from './plan-row.js';

/** Phases in which an allocation can be committed. */
export const COMMIT_PHASES: readonly string[] = ['ended', 'committing'];

/** What a plan divides, and who gets nothing of it. */
export interface CampaignPool {
  pool: PlanPool;
  forbidden: ReadonlySet<string>;
}

/** The pool as the team set it: of a manual campaign, and for previews before an escrow is funded. */
export function settingsPool(settings: RewardPool, feeBps: number): CampaignPool {
  const { mode, chainId, assetKind, denom, symbol, decimals, forbiddenAddresses } = settings;
  const terms = { gross: BigInt(settings.totalAmount), feeBps: mode === 'manual' ? 0 : feeBps };
  const { maxShareBps } = settings;
  return {
    pool: {
      ...{ attempt: null, allocationVersion: null, chainId, assetKind, denom, symbol, decimals },
      ...amountsOf({ ...terms, maxShareBps }),
      minPayout: settings.minPayout ?? '0',
      maxPayout: settings.maxPayout,
    },
    forbidden: new Set(forbiddenAddresses),
  };
}

/**
 * The pool that an escrow holds, by its own terms, not the settings. Addresses with a role in the contracts are forbidden.
 * Undefined while the roles or the balance cannot be read.
 * @param escrowAdmin account that may migrate the escrow; null: none
 */
export function escrowPool(
  { symbol, decimals, forbiddenAddresses }: RewardPool,
  state: EscrowStateRow,
  escrowAdmin: string | null,
): CampaignPool | undefined {
  const { attempt, chainId, config, status } = state;
  const { roles, asset, parameters } = config;
  if (roles === null || status.balance === null) return undefined;
  const { kind: assetKind, id: denom } = toAsset(asset);
  const [funded, balance] = [BigInt(status.funded_total), BigInt(status.balance)];
  const { fee_bps: feeBps, max_share_bps: maxShareBps, min_payout: minPayout } = parameters;
  return {
    pool: {
      ...{ attempt, allocationVersion: status.version, chainId, assetKind, denom, symbol, decimals },
      ...amountsOf({ gross: balance < funded ? balance : funded, feeBps, maxShareBps }),
      ...{ minPayout, maxPayout: null },
    },
    forbidden: new Set([...forbiddenAddresses, state.factory, ...privilegedAddresses(state, escrowAdmin)]),
  };
}

/** The addresses with a role in the contracts, which an escrow does not pay. Those of the factory if it can be read. */
export function privilegedAddresses(
  { address, config, ownership }: Pick<EscrowReading, 'address' | 'config' | 'ownership'>,
  escrowAdmin: string | null,
): string[] {
  const { factory, owner, asset, roles } = config;
  const roleHolders = roles === null ? [] : [roles.operator, roles.pauser, roles.guardian, roles.treasury];
  const admin = escrowAdmin === null ? [] : [escrowAdmin];
  return [owner, ownership.owner, factory, address, toAsset(asset).id, ...roleHolders, ...admin];
}

/** The terms as the arithmetic takes them. */
export const toPlannedPool = ({ gross, feeBps, maxShareBps, minPayout, maxPayout }: PlanPool): PlannedPool => ({
  gross: BigInt(gross),
  ...{ feeBps, maxShareBps },
  minPayout: BigInt(minPayout),
  maxPayout: maxPayout === null ? null : BigInt(maxPayout),
});

function amountsOf(terms: Pick<PlannedPool, 'gross' | 'feeBps' | 'maxShareBps'>) {
  const { gross, maxFee, distributable, cap } = poolAmounts(terms);
  const { feeBps, maxShareBps } = terms;
  return {
    ...{ gross: `${gross}`, feeBps, maxFee: `${maxFee}`, distributable: `${distributable}`, maxShareBps },
    cap: `${cap}`,
  };
}
