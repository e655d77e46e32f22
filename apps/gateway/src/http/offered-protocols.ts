import { IncomingMessage } from 'node:http';

const OFFERED = Symbol('offered');

/**
 * A request in which the offer of another protocol than WebSocket is ignored (RFC 9110, 7.8), as Java's HTTP client
 * makes one with each request (`Upgrade: h2c`). Node asks `upgrade` once it has the headers: whether the bytes behind
 * them are of another protocol.
 */
export class Request extends IncomingMessage {
  private [OFFERED]: unknown;

  get upgrade(): boolean {
    if (!this[OFFERED]) return false;
    return this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(offered: unknown) {
    this[OFFERED] = offered;
  }
}
