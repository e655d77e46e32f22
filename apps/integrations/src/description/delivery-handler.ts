import type { CredentialProvider } from '@questp/messages/integrations';
import type { Tx } from '@questp/postgres';
import type { LastStep } from '@questp/service';

/** A webhook request of a platform. */
export interface Delivery {
  provider: CredentialProvider;
  /** Id of the bot, account or webhook that it was sent to. */
  receiver: string;
  /** Id that the platform gave the request. */
  deliveryId: string;
  body: unknown;
  receivedAt: Date;
  tries: number;
}

/** Result of a webhook delivery. */
export interface Effect {
  /** Runs in the transaction that ends the delivery, so it takes effect once. */
  write?: (tx: Tx) => Promise<void>;
  /** Sends the answer to the person, after the transaction. Retried for some seconds while the platform is unavailable. */
  reply?: LastStep;
}

/** Processes the requests of one platform. */
export interface DeliveryHandler {
  /** Retried if it throws; its changes must be idempotent. */
  handle(delivery: Delivery): Promise<Effect>;
}
