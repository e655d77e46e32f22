import type { Tx } from '@questp/postgres';
import type { Envelopes } from '@questp/vault';
import type { Finding } from '../outbound/finding.js';

/** A connection that a project lost. */
export interface LostConnection {
  projectId: string;
  accountId: string;
  /** Its sealed secrets. */
  fields: Envelopes;
}

/** Stores the work that remains at the platform after a connection was removed. */
export interface LostConnections {
  add(tx: Tx, connection: LostConnection): Promise<void>;
}

/** Runs in the transaction that changes a stored credential. */
export interface CredentialChange {
  execute(tx: Tx, before: Envelopes, after: Envelopes): Promise<void>;
}

/** Checks a step of the set-up that the test of the credential does not show. */
export interface SetupCheck {
  execute(): Promise<Finding>;
}
