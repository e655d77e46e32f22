import type { JsonObject } from '../../../../outbound/described-json.js';

/** A call of a contract, whatever the contract makes of it. */
export interface Call {
  sender: unknown;
  contract: string;
  /** The name of the message and its members. */
  method: string;
  members: JsonObject;
  /** Coins that come with the call: of the bank, or of a CW20 contract that passes the call on. */
  funds: unknown;
}
