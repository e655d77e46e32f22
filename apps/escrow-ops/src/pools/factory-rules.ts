import type { FactoryConfigResponse } from '@questp/message-schema';
import type { CheckedMember, PoolProblem } from '@questp/messages/escrow';
import type { EscrowDeployment } from '@questp/messages/integrations';
import type { RewardPool } from '@questp/messages/quests';

/** The members of a pool that the factory limits. */
export type CheckedPool = Pick<RewardPool, CheckedMember>;

/** Facts of the chain about the asset of a pool. */
export interface AssetFacts {
  /** SHA-256 of the code of the CW20 contract; null: not a contract, or the asset is native. */
  codeChecksum: string | null;
  /** True if coins of the denomination exist; null: the asset is a token. */
  hasSupply: boolean | null;
}

const WINDOWS = [
  ['challengeSeconds', 'challenge'],
  ['commitWindowSeconds', 'commit_window'],
  ['claimWindowSeconds', 'claim_window'],
] as const satisfies [CheckedMember, string][];

/** Members that the factory would refuse in a ticket. */
export function poolProblems(pool: CheckedPool, config: FactoryConfigResponse, asset: AssetFacts): PoolProblem[] {
  const windows = WINDOWS.flatMap(([member, name]): PoolProblem[] => {
    const [least, most] = [config.limits[`min_${name}_secs`], config.limits[`max_${name}_secs`]];
    const seconds = pool[member];
    if (seconds !== null && seconds >= least && seconds <= most) return [];
    return [{ member, detail: `Must be between ${least} and ${most} seconds on this chain.` }];
  });
  return [...windows, ...assetProblems(pool, config, asset)];
}

function assetProblems(
  { assetKind }: CheckedPool,
  { cw20_code_checksums: approved }: FactoryConfigResponse,
  { codeChecksum, hasSupply }: AssetFacts,
): PoolProblem[] {
  if (assetKind === 'native') {
    return hasSupply ? [] : [{ member: 'denom', detail: 'The chain has no coins of this denomination.' }];
  }
  if (codeChecksum === null) return [{ member: 'denom', detail: 'The chain has no contract at this address.' }];
  if (approved.includes(codeChecksum)) return [];
  return [{ member: 'denom', detail: 'The code of this CW20 contract is not approved by the factory.' }];
}

/** Members in which the recorded deployment differs from the factory, which would refuse its tickets. */
export function deploymentDifferences(escrow: EscrowDeployment, config: FactoryConfigResponse): string[] {
  const pairs = [
    ['ticketSigner', escrow.ticketSigner === config.ticket_signer],
    ['codeId', escrow.codeId === config.escrow_code_id],
    ['admin', escrow.admin === config.escrow_admin],
    ['feeBps', escrow.feeBps <= config.max_fee_bps],
  ] as const;
  return pairs.flatMap(([member, isSame]) => (isSame ? [] : [member]));
}
