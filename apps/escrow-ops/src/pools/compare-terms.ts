import { isDeepStrictEqual } from 'node:util';
import type { Ticket } from '@questp/message-schema';
import type { EscrowReading } from '../chain/escrow-reading.js';

/** The terms of an escrow in its contracts. */
export type EscrowTerms = Pick<EscrowReading, 'address' | 'entry' | 'config' | 'status'>;

const PARAMETERS = [
  'starts_at',
  'ends_at',
  'fee_bps',
  'min_payout',
  'max_share_bps',
  'challenge_secs',
  'commit_window_secs',
  'claim_window_secs',
] as const satisfies (keyof Ticket & keyof EscrowTerms['config']['parameters'])[];

/**
 * Names of the terms in which an escrow differs from the ticket that it should be of; none: it is the escrow of the
 * ticket. The owner is not compared: the ticket's owner can transfer the escrow before the campaign starts.
 *
 * @param address predicted when the ticket was issued
 */
export function differingTerms(ticket: Ticket, address: string, escrow: EscrowTerms): string[] {
  const { entry, config, status } = escrow;
  const same: [string, boolean][] = [
    ['address', escrow.address === address && entry.escrow === address],
    ['factory', config.factory === ticket.factory],
    ['campaign_id', [entry, config, status].every((one) => one.campaign_id === ticket.campaign_id)],
    ['funding_attempt', [entry, config, status].every((one) => one.funding_attempt === ticket.funding_attempt)],
    ['asset', isDeepStrictEqual(config.asset, ticket.asset) && isDeepStrictEqual(entry.asset, ticket.asset)],
    ['escrow_code_id', entry.code_id === ticket.escrow_code_id],
    ['min_funding', BigInt(status.funded_total) >= BigInt(ticket.min_funding)],
    ...PARAMETERS.map((name): [string, boolean] => [name, config.parameters[name] === ticket[name]]),
  ];
  return same.flatMap(([name, isSame]) => (isSame ? [] : [name]));
}
