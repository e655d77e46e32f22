import type { LaneKey } from './lanes.repository.js';

/** The keys of lanes. */
export interface LaneSigner {
  /** Compressed, 33 bytes. */
  publicKey(key: LaneKey): Promise<Uint8Array>;
  /** The signature of a SignDoc, 64 bytes. */
  sign(chainId: string, key: LaneKey, bytes: Uint8Array): Promise<Uint8Array>;
}
