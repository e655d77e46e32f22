import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { instantiate2Address } from './instantiate2-address.js';

/** Identifies an escrow: each funding attempt of a campaign has its own. */
export interface CampaignAttempt {
  campaignId: string;
  /** From 1. */
  fundingAttempt: number;
}

export interface EscrowSource extends CampaignAttempt {
  /** Address of the factory. */
  factory: string;
  /** SHA-256 of the escrow's Wasm (the chain's data_hash), 64 hex characters. */
  checksum: string;
}

const LABEL_PREFIX = 'questp';

/**
 * Instantiate2 salt of an escrow: SHA-256 of `<campaign_id>:<funding_attempt>`; the hash makes room, because a campaign
 * id can be as long as a salt.
 */
export function escrowSalt({ campaignId, fundingAttempt }: CampaignAttempt): Uint8Array {
  return sha256(utf8ToBytes(`${campaignId}:${fundingAttempt}`));
}

/** The label the factory gives an escrow (specification 4.5). */
export function escrowLabel({ campaignId, fundingAttempt }: CampaignAttempt): string {
  return `${LABEL_PREFIX} campaign-escrow ${campaignId}:${fundingAttempt}`;
}

/**
 * The address of a campaign's escrow, computed before it is created.
 * @throws Error when the factory is not a bech32 address or the checksum is not hex.
 */
export function predictEscrowAddress({ factory, checksum, ...attempt }: EscrowSource): string {
  return instantiate2Address({ checksum, creator: factory, salt: escrowSalt(attempt) });
}
