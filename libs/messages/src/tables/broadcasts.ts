/**
 * Sent to every gateway replica over core NATS, which stores nothing, before the reply to a change that removes access.
 * The event `principal.revoked` follows even after a crash. A gateway that missed both keeps a principal for its cache
 * time at most, and clears the cache on reconnect.
 */
export const PRINCIPAL_REVOKED = 'broadcast.principal-revoked';

/** Every subject on core NATS without a reply, with its senders and subscribers. */
export const BROADCASTS: readonly { subject: string; from: readonly string[]; to: readonly string[] }[] = [
  { subject: PRINCIPAL_REVOKED, from: ['identity'], to: ['gateway'] },
];
