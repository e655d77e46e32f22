import { type Asset } from '../scenario/backend.js';
import { assetKey } from './asset.js';
import { type ModelChain } from './chain.js';
import { EscrowModel, SECOND } from './escrow.js';
import { type FactoryConfig } from './factory.js';
import { demand } from './refusal.js';
import { type SignedTerms } from './terms.js';

const YEAR = 365n * 86_400n * SECOND;

/** What comes with a ticket: coins from `funder`, or an amount of `token` in the funder's name. */
export interface Funding {
  funder: string;
  coins: readonly { asset: Asset; amount: bigint }[];
  token?: { address: string; codeChecksum: string; amount: bigint };
}

/** The 17 checks of specification 4.1 in their order, then the registry entry and the escrow at `address`. */
export function createCampaign(
  chain: ModelChain,
  ticket: SignedTerms,
  funding: Funding,
  addressOf: (config: FactoryConfig, ticket: SignedTerms) => string,
): EscrowModel {
  const { factory, now } = chain;
  const { config } = factory;
  demand(!factory.pauses.running(now), 'paused');
  demand(ticket.isSigned, 'invalid_signature');
  demand(ticket.parses, 'invalid_ticket');
  demand(ticket.v === 2, 'unsupported_ticket_version');
  demand(ticket.chainId === chain.chainId, 'wrong_chain');
  demand(ticket.factory === factory.address, 'wrong_factory');
  const isCurrent = ticket.escrowCodeId === config.escrow_code_id && ticket.escrowAdmin === config.escrow_admin;
  demand(isCurrent, 'stale_escrow_code');
  demand(ticket.owner === funding.funder, 'not_ticket_owner');
  demand(now < ticket.expiresAt, 'ticket_expired');
  demand(/^[a-z0-9-]{1,64}$/.test(ticket.campaignId), 'invalid_campaign_id');
  demand(ticket.attempt >= 1, 'invalid_funding_attempt');
  demand(isSchedule(ticket.startsAt, ticket.endsAt, now), 'invalid_schedule');
  demand(ticket.feeBps <= config.max_fee_bps, 'fee_too_high');
  demand(ticket.maxShareBps >= 1 && ticket.maxShareBps <= 10_000, 'invalid_max_share');
  demand(areWindowsAllowed(ticket, config), 'window_out_of_limits');
  const amount = fundingAmount(ticket, funding, config);
  demand(amount !== undefined && amount > 0n && amount >= ticket.minFunding, 'invalid_funding');
  demand(isNextAttempt(chain, ticket), 'funding_attempt_refused');

  const address = addressOf(config, ticket);
  const escrow = new EscrowModel(chain, address, config.escrow_admin, ticket, { ...config.limits }, now, amount);
  chain.escrows.set(address, escrow);
  const attempts = factory.registry.get(ticket.campaignId) ?? [];
  factory.registry.set(ticket.campaignId, attempts);
  attempts.push({
    campaign_id: ticket.campaignId,
    funding_attempt: ticket.attempt,
    escrow: address,
    owner: ticket.owner,
    asset: ticket.asset,
    created_at: `${now}`,
    code_id: config.escrow_code_id,
  });
  return escrow;
}

function isSchedule(start: bigint, end: bigint, now: bigint): boolean {
  return start < end && end > now && start - now <= YEAR && end - start <= YEAR;
}

function areWindowsAllowed(ticket: SignedTerms, { limits }: FactoryConfig): boolean {
  const isWithin = (value: number, least: number, most: number): boolean => least <= value && value <= most;
  return (
    isWithin(ticket.challengeSecs, limits.min_challenge_secs, limits.max_challenge_secs) &&
    isWithin(ticket.commitWindowSecs, limits.min_commit_window_secs, limits.max_commit_window_secs) &&
    isWithin(ticket.claimWindowSecs, limits.min_claim_window_secs, limits.max_claim_window_secs)
  );
}

/** The amount, undefined unless it is one of exactly the ticket's asset; a token has to run approved code. */
function fundingAmount(ticket: SignedTerms, funding: Funding, config: FactoryConfig): bigint | undefined {
  const { token, coins } = funding;
  if (token) {
    const isTicketToken = 'cw20' in ticket.asset && ticket.asset.cw20.address === token.address;
    return isTicketToken && config.cw20_code_checksums.includes(token.codeChecksum) ? token.amount : undefined;
  }
  const [coin, ...others] = coins;
  if (!coin || others.length > 0) return undefined;
  return assetKey(coin.asset) === assetKey(ticket.asset) ? coin.amount : undefined;
}

function isNextAttempt(chain: ModelChain, { campaignId, attempt }: SignedTerms): boolean {
  const latest = chain.factory.registry.get(campaignId)?.at(-1);
  if (!latest) return attempt === 1;
  return attempt === latest.funding_attempt + 1 && chain.escrows.get(latest.escrow)?.stage === 'cancelled';
}
