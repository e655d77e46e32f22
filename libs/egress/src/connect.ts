import { buildConnector } from 'undici';

export const CONNECT_MS = 2_000;

/**
 * Opens every socket of the platform to the outside, DNS look-up and TLS handshake included. What decides which
 * addresses may be connected to belongs here, where the address is known that is really used: a check of the host's
 * name before is undone by the next look-up.
 */
export const connect = buildConnector({ timeout: CONNECT_MS });
