import { IncomingMessage } from 'node:http';

const OFFERED = Symbol('offered');

/**
 * A request class that ignores offers to switch to another protocol than WebSocket (RFC 9110, 7.8). Java's HTTP client
 * makes one with each request (`Upgrade: h2c`). Node.js reads `upgrade` after the headers, to decide whether the
 * following bytes are of another protocol.
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
