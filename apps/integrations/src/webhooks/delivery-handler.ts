import type { Tx } from '@questp/postgres';
import type { Delivery } from './deliveries.repository.js';

/** Result of a webhook delivery. */
export interface Effect {
  /** Written in the transaction that ends the delivery, so once. */
  write?: (tx: Tx) => Promise<void>;
  /** Tried once after it; a failure has no consequence. */
  tell?: () => Promise<unknown>;
}

/** Processes the requests of one platform. */
export interface DeliveryHandler {
  readonly provider: string;
  /** Called again if it throws; its changes must be idempotent. */
  handle(delivery: Delivery): Promise<Effect>;
}

/** Injection token: the handlers of all platforms. */
export const DELIVERY_HANDLERS = Symbol('DELIVERY_HANDLERS');
