import type { ChainAct, ChainActKind } from '@questp/messages/integrations';
import type { TxEvent } from '@questp/chains/transactions';
import type { JsonObject } from '../../../outbound/described-json.js';
import type { Found } from './fields.js';

/** What a reader knows besides the message. */
export interface MessageContext {
  /** Denomination of the coins that are looked for; undefined: all. */
  denom: string | undefined;
  /** The events of this message; undefined: it is unknown which ones are. */
  events: readonly TxEvent[] | undefined;
}

/** Reads messages of one kind, as the REST API of a Cosmos SDK chain writes them. */
export interface MessageReader {
  /** `@type` of the messages, in every version of their module, and their amino name. */
  types: readonly string[];
  /** What the messages do. */
  kinds: readonly ChainActKind[];
  /** The acts of a message in a transaction that succeeded. */
  acts: (message: JsonObject, context: MessageContext) => Found<ChainAct>;
}
