import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { inAny, isPublic } from './addresses.js';

export const CONNECT_MS = 2_000;

/** The address is not allowed. */
export class ForbiddenAddress extends Error {
  constructor() {
    super('an address that is not public, or public and not https');
  }
}

/** Opens sockets to wherever the platform's own configuration says, DNS look-up and TLS handshake included. */
export const connectConfigured = buildConnector({ timeout: CONNECT_MS });

/**
 * Opens sockets to what others name. Which addresses may be connected to is decided here, where they are known that are
 * really used: a check of the host's name before is undone by the next look-up. A name of which any address is refused
 * is refused.
 *
 * @param networks in CIDR form: reached although they are not public, by http as well
 */
export function connectGuarded(networks: readonly string[], lookup: typeof lookUp = lookUp): buildConnector.connector {
  const isOurs = inAny(networks);
  const http = guarded(isOurs, lookup);
  const https = guarded((address) => isPublic(address) || isOurs(address), lookup);
  return (options, done) => (options.protocol === 'https:' ? https : http)(options, done);
}

/**
 * Opens TCP connections to servers that operators name, by the same guard.
 *
 * @param networks in CIDR form: reached although they are not public
 */
export function guardedDialer(networks: readonly string[]): (host: string, port: number) => Promise<Socket> {
  const isOurs = inAny(networks);
  const connect = guarded((address) => isPublic(address) || isOurs(address), lookUp);
  return (host, port) =>
    new Promise((resolve, reject) => {
      const hostname = host.replace(/^\[(.*)\]$/, '$1');
      connect({ hostname, port: String(port), protocol: 'http:' }, (error, socket) => {
        if (error === null) resolve(socket);
        else reject(error instanceof ForbiddenAddress ? new Error('an address that is not public') : error);
      });
    });
}

function guarded(isAllowed: (address: string) => boolean, lookup: typeof lookUp): buildConnector.connector {
  const allowed: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) done(error, '');
      else if (addresses.every(({ address }) => isAllowed(address))) give(addresses, options.all === true, done);
      else done(new ForbiddenAddress(), '');
    });
  };
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: allowed });
  return (options, done) => {
    const literal = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // IP literals are not looked up, so they are checked here.
    if (isIP(literal) !== 0 && !isAllowed(literal)) done(new ForbiddenAddress(), null);
    else connect(options, done);
  };
}

function give(
  addresses: { address: string; family: number }[],
  all: boolean,
  done: Parameters<LookupFunction>[2],
): void {
  if (all) done(null, addresses);
  else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
}
