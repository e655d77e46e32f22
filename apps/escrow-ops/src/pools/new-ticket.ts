import type { Ticket } from '@questp/message-schema';
import { AppError } from '@questp/messages/language';
import type { LockedPool } from '@questp/messages/quests';
import type { EscrowChain } from '@questp/service-kit/chains';

/** Time for which a ticket can be used, in seconds. */
export const TICKET_SECONDS = 3_600;
/**
 * Time for which pool and dates stay locked after the ticket has expired: the clock of a chain may be behind, and the
 * escrow that the ticket created at the last moment has to be read.
 */
export const AFTER_TICKET_SECONDS = 900;

/** Longest campaign, and longest time until its start, that the factory accepts. */
const MAX_DURATION_MS = 365 * 86_400_000;

interface NewTicketSource {
  chain: EscrowChain;
  campaignId: string;
  attempt: number;
  /** Address of the owner. */
  owner: string;
  pool: LockedPool;
}

/** The ticket for a locked pool. CAMPAIGN_NOT_READY for dates that the factory does not take. */
export function newTicket({ chain, campaignId, attempt, owner, pool }: NewTicketSource): Ticket {
  const { rewardPool, startsAt, endsAt, lockedAt } = pool;
  const { challengeSeconds, commitWindowSeconds, claimWindowSeconds, assetKind, denom } = rewardPool;
  if (challengeSeconds === null || commitWindowSeconds === null || claimWindowSeconds === null) {
    throw new AppError('CAMPAIGN_NOT_READY', { detail: 'The windows of the pool have to be set.' });
  }
  const [start, end, now] = [Date.parse(startsAt), Date.parse(endsAt), Date.parse(lockedAt)];
  if (start - now > MAX_DURATION_MS || end - start > MAX_DURATION_MS) {
    const detail = 'The campaign has to start within 365 days and to last at most 365 days.';
    throw new AppError('CAMPAIGN_NOT_READY', { detail });
  }
  return {
    v: 2,
    chain_id: chain.chainId,
    factory: chain.escrow.factory,
    campaign_id: campaignId,
    funding_attempt: attempt,
    owner,
    asset: assetKind === 'native' ? { native: { denom } } : { cw20: { address: denom } },
    min_funding: rewardPool.totalAmount,
    starts_at: nanoseconds(start),
    ends_at: nanoseconds(end),
    fee_bps: chain.escrow.feeBps,
    min_payout: rewardPool.minPayout ?? '0',
    max_share_bps: rewardPool.maxShareBps,
    challenge_secs: challengeSeconds,
    commit_window_secs: commitWindowSeconds,
    claim_window_secs: claimWindowSeconds,
    escrow_code_id: chain.escrow.codeId,
    escrow_admin: chain.escrow.admin,
    expires_at: nanoseconds(now + TICKET_SECONDS * 1_000),
  };
}

const nanoseconds = (ms: number): string => String(BigInt(ms) * 1_000_000n);
