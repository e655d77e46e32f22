import { type SignedTicket, signTicket } from '@questp/escrow-client';
import { type Ticket } from '@questp/message-schema';
import { type Asset } from './backend.js';
import { SECOND, TICKET_KEY, type World } from './world.js';

/** Terms of a campaign, with the defaults of `createCampaign`. Times are seconds from now. */
export interface CampaignOptions {
  id?: string;
  attempt?: number;
  /** Name of the owner's account. */
  owner?: string;
  asset?: Asset;
  amount?: bigint;
  startsIn?: number;
  endsIn?: number;
  feeBps?: number;
  minPayout?: bigint;
  maxShareBps?: number;
  challengeSecs?: number;
  commitWindowSecs?: number;
  claimWindowSecs?: number;
  /** As the factory is configured; none by default. */
  escrowAdmin?: string;
}

/** A ticket for a new campaign, signed, and the terms a creation needs beside it. */
interface SignedCampaign {
  ticket: SignedTicket;
  id: string;
  attempt: number;
  owner: string;
  asset: Asset;
}

/** Signs a ticket of these options; `changes` replaces fields of it before it is signed. */
export async function signedTicket(
  world: World,
  options: CampaignOptions,
  changes: Partial<Ticket> = {},
): Promise<SignedCampaign> {
  const { backend } = world;
  const owner = await backend.account(options.owner ?? 'owner');
  const asset = options.asset ?? { native: { denom: backend.denom } };
  const id = options.id ?? `${world.story}-${world.campaignCount}`;
  const attempt = options.attempt ?? 1;
  const now = await backend.now();
  const inSeconds = (seconds: number): string => `${now + BigInt(seconds) * SECOND}`;
  const ticket: Ticket = {
    v: 2,
    chain_id: backend.chainId,
    factory: world.factory,
    campaign_id: id,
    funding_attempt: attempt,
    owner,
    asset,
    min_funding: '1',
    starts_at: inSeconds(options.startsIn ?? 0),
    ends_at: inSeconds(options.endsIn ?? 3),
    fee_bps: options.feeBps ?? 500,
    min_payout: `${options.minPayout ?? 1n}`,
    max_share_bps: options.maxShareBps ?? 10_000,
    challenge_secs: options.challengeSecs ?? 3,
    commit_window_secs: options.commitWindowSecs ?? 120,
    claim_window_secs: options.claimWindowSecs ?? 120,
    escrow_code_id: backend.contracts.escrowCodeId,
    escrow_admin: options.escrowAdmin ?? null,
    expires_at: inSeconds(600),
    ...changes,
  };
  return { ticket: signTicket(ticket, TICKET_KEY), id, attempt, owner, asset };
}
