import type {
  CampaignEntry,
  EscrowConfigResponse,
  EscrowStatusResponse,
  OwnershipResponse,
} from '@questp/message-schema';

/** The answers of the contracts about one escrow. */
export interface EscrowAnswers {
  address: string;
  /** Of the factory. */
  entry: CampaignEntry;
  config: EscrowConfigResponse;
  ownership: OwnershipResponse;
  status: EscrowStatusResponse;
}

/** The answers of the contracts at one height. */
export interface EscrowReading extends EscrowAnswers {
  height: number;
  blockTime: Date;
  /** Number of times the chain was reset: started again from block 1 under the same id. */
  resets: number;
}
