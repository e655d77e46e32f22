import { decodeAddress, isContractAddress } from '@questp/chains';
import { hasForm } from '@questp/messages/language';
import type { Ticket } from '@questp/message-schema';
import type { EscrowChain } from '@questp/service-kit/chains';

const DAY_SECONDS = 86_400;
/** Maximum of each window (contract specification 2.2). */
const MAX_SECONDS = {
  challenge_secs: 7 * DAY_SECONDS,
  commit_window_secs: 90 * DAY_SECONDS,
  claim_window_secs: 365 * DAY_SECONDS,
} as const;
/** Maximum lifetime of a ticket. */
const MAX_LIFE_SECONDS = DAY_SECONDS;
const NANOSECONDS = 1_000_000_000n;

interface Setting {
  chain: EscrowChain;
  /** Nanoseconds */
  now: bigint;
}

const isFuture = (at: string, { now }: Setting) => BigInt(at) > now;

/** The rule for each field of a ticket that the ticket key signs. */
const RULES: Readonly<Record<keyof Ticket, (ticket: Ticket, setting: Setting) => boolean>> = {
  v: ({ v }) => v === 2,
  chain_id: ({ chain_id }, { chain }) => chain_id === chain.chainId,
  factory: ({ factory }, { chain }) => factory === chain.escrow.factory,
  campaign_id: ({ campaign_id }) => hasForm('uuid', campaign_id),
  funding_attempt: ({ funding_attempt }) => funding_attempt >= 1,
  owner: ({ owner }, { chain }) => decodeAddress(chain, owner) !== undefined,
  asset: ({ asset }, { chain }) =>
    'native' in asset ? hasForm('denom', asset.native.denom) : isContractAddress(chain, asset.cw20.address),
  min_funding: ({ min_funding }) => min_funding !== '0',
  starts_at: ({ starts_at, ends_at }) => BigInt(starts_at) < BigInt(ends_at),
  ends_at: ({ ends_at }, setting) => isFuture(ends_at, setting),
  fee_bps: ({ fee_bps }, { chain }) => fee_bps === chain.escrow.feeBps,
  min_payout: ({ min_payout, min_funding }) => BigInt(min_payout) <= BigInt(min_funding),
  max_share_bps: ({ max_share_bps }) => max_share_bps >= 1 && max_share_bps <= 10_000,
  challenge_secs: ({ challenge_secs }) => isWindow(challenge_secs, MAX_SECONDS.challenge_secs),
  commit_window_secs: ({ commit_window_secs }) => isWindow(commit_window_secs, MAX_SECONDS.commit_window_secs),
  claim_window_secs: ({ claim_window_secs }) => isWindow(claim_window_secs, MAX_SECONDS.claim_window_secs),
  escrow_code_id: ({ escrow_code_id }, { chain }) => escrow_code_id === chain.escrow.codeId,
  escrow_admin: ({ escrow_admin }, { chain }) => escrow_admin === chain.escrow.admin,
  expires_at: ({ expires_at }, setting) =>
    isFuture(expires_at, setting) && BigInt(expires_at) <= setting.now + BigInt(MAX_LIFE_SECONDS) * NANOSECONDS,
};

const isWindow = (seconds: number, most: number) => seconds >= 1 && seconds <= most;

/** Names of the fields for which the ticket key of the chain does not sign the ticket. */
export const refusedFields = (ticket: Ticket, chain: EscrowChain, nowMs: number): string[] =>
  Object.entries(RULES).flatMap(([name, rule]) =>
    rule(ticket, { chain, now: BigInt(nowMs) * 1_000_000n }) ? [] : [name],
  );
