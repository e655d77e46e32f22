import type { ChainTransfer } from '@questp/messages/integrations';
import type { JsonObject } from '../../../outbound/described-json.js';
import type { Found } from './fields.js';

/** Reads messages of one type, as the REST API of a Cosmos SDK chain writes them. */
export interface MessageReader {
  /** `@type` of the messages. */
  type: `/${string}`;
  /**
   * The transfers of a message in a transaction that succeeded.
   * @param denom of the coins that are looked for; undefined: all
   */
  transfers: (message: JsonObject, denom: string | undefined) => Found<ChainTransfer>;
}
