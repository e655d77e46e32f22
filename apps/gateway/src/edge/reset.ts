import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Cuts a connection off by a TCP reset. After an orderly end the kernel would keep what the client has not read, some
 * MB, and try to deliver it for minutes, while nothing in this process counts it any more.
 */
export function reset(connection: Duplex | null): void {
  if (connection instanceof Socket) connection.resetAndDestroy();
  else connection?.destroy();
}
