import type {
  CampaignEntry,
  EscrowConfigResponse,
  EscrowStatusResponse,
  OwnershipResponse,
} from '@questp/message-schema';

/** The answers of the contracts about one escrow, all at the same height. */
export interface EscrowReading {
  address: string;
  /** Of the factory. */
  entry: CampaignEntry;
  config: EscrowConfigResponse;
  ownership: OwnershipResponse;
  status: EscrowStatusResponse;
  height: number;
  blockTime: Date;
}
