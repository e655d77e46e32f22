import { type FactoryConfig } from './factory-config.js';

/** A Wasm file and its checksum in checksums.txt. */
export interface CodeToStore {
  name: 'factory' | 'escrow';
  wasm: Uint8Array;
  checksum: string;
}

export interface Deployment {
  factory: CodeToStore;
  escrow: CodeToStore;
  /** All of the factory's instantiate message but the code id, which the chain gives. */
  config: FactoryConfig;
  /** Account that may migrate the factory; none if absent. */
  factoryAdmin?: string;
  /** Stores the codes even when the chain has them. */
  forceStore: boolean;
}

/** Label of every factory. */
export const FACTORY_LABEL = 'questp campaign-factory';

/** The message that makes the factory, but for its salt. */
export function factoryInstantiation({ config, factoryAdmin }: Deployment, codeId: number, escrowCodeId: number) {
  const msg = { ...config, escrow_code_id: escrowCodeId };
  return { codeId, msg, label: FACTORY_LABEL, ...(factoryAdmin && { admin: factoryAdmin }) };
}
