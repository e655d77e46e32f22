import type { LaneKey } from './lanes.repository.js';

export interface LaneAccount {
  address: string;
  /** Compressed, 33 bytes. */
  publicKey: Uint8Array;
}

/** The keys of lanes. */
export interface LaneSigner {
  account(chainId: string, key: LaneKey): Promise<LaneAccount>;
  /** The signature of a SignDoc, 64 bytes. */
  sign(chainId: string, key: LaneKey, bytes: Uint8Array): Promise<Uint8Array>;
}
