import type { Tx } from '@questp/postgres';
import type { LastStep } from '@questp/service';
import type { Delivery } from '../webhooks/deliveries.repository.js';

/** Result of a webhook delivery. */
export interface Effect {
  /** Runs in the transaction that ends the delivery, so it takes effect once. */
  write?: (tx: Tx) => Promise<void>;
  /** Sends the answer to the person, after the transaction. Retried for some seconds while the platform is unavailable. */
  reply?: LastStep;
}

/** Processes the requests of one platform. */
export interface DeliveryHandler {
  readonly provider: string;
  /** Retried if it throws; its changes must be idempotent. */
  handle(delivery: Delivery): Promise<Effect>;
}

/** Injection token: the handlers of all platforms. */
export const DELIVERY_HANDLERS = Symbol('DELIVERY_HANDLERS');
