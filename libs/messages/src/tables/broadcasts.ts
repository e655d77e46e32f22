/**
 * Sent to every gateway replica over core NATS (not stored) before the answer to what takes access away; the event
 * `principal.revoked` follows, whatever dies meanwhile. A gateway that missed both is bounded by its cache time, and
 * clears the cache on reconnect.
 */
export const PRINCIPAL_REVOKED = 'broadcast.principal-revoked';

/** Every subject that is sent over core NATS to whoever listens, and the services that send it and listen to it. */
export const BROADCASTS: readonly { subject: string; from: readonly string[]; to: readonly string[] }[] = [
  { subject: PRINCIPAL_REVOKED, from: ['identity'], to: ['gateway'] },
];
