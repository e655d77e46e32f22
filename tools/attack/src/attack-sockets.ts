import { connect } from 'node:net';
import { signIn } from '@questp/players';
import { STUDIO_NAMESPACE } from '@questp/messages/gateway';
import { waitFor } from '@questp/testing';
import { io, type Socket } from 'socket.io-client';
import type { Attack } from './attack.js';

/** Milliseconds after which a connection without a namespace is closed, even on a slow machine. */
const CLOSED_MS = 10_000;
/** More than one account or one address may have. */
const ACCOUNT_TRIES = 60;
const ADDRESS_TRIES = 400;

/** Waits until no connection is open, at most for CLOSED_MS; returns how many are. */
async function leftOpen(open: () => number): Promise<number> {
  await waitFor(() => open() === 0, { timeoutMs: CLOSED_MS }).catch(() => undefined);
  return open();
}

/** Whether the namespace was joined. */
const joined = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });

export const leftNamespaces: Attack = {
  name: 'Connections that leave their namespace and stay open',
  async run({ gateways }, tries) {
    const { token } = await signIn(gateways);
    const connect = async () => {
      const socket = io(gateways.urls[0] + STUDIO_NAMESPACE, {
        ...{ transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } },
      });
      // Otherwise the client closes the connection when it leaves its last namespace.
      Reflect.set(socket.io, '_destroy', () => undefined);
      const isIn = await joined(socket);
      socket.disconnect();
      return { isIn, engine: socket.io.engine };
    };
    const connections = await Promise.all(Array.from({ length: ACCOUNT_TRIES }, connect));
    const places = connections.filter(({ isIn }) => isIn).length;
    tries.note('places are limited', places < ACCOUNT_TRIES, `${places} of ${ACCOUNT_TRIES}`);
    const open = await leftOpen(() => connections.filter(({ engine }) => engine.readyState === 'open').length);
    tries.note('all are closed', open === 0, `${open} of ${ACCOUNT_TRIES}`);
    for (const { engine } of connections) engine.close();
  },
};

const UPGRADE = [
  ...['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'],
  ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
].join('\r\n');

export const connectionsWithoutNamespace: Attack = {
  name: 'Connections without a token that join no namespace',
  async run({ gateways }, tries) {
    const { hostname, port } = new URL(gateways.urls[0] as string);
    let accepted = 0;
    const connections = Array.from({ length: ADDRESS_TRIES }, () => {
      const connection = connect(Number(port || 80), hostname, () => connection.write(UPGRADE));
      connection.on('error', () => undefined);
      connection.once('data', (answer) => {
        if (answer.toString().startsWith('HTTP/1.1 101')) accepted += 1;
      });
      return connection;
    });
    const open = await leftOpen(() => connections.filter(({ destroyed }) => !destroyed).length);
    tries.note('places of an address are limited', accepted < ADDRESS_TRIES, `${accepted} of ${ADDRESS_TRIES}`);
    tries.note('all are closed', open === 0, `${open} of ${ADDRESS_TRIES}`);
    for (const connection of connections) connection.destroy();
  },
};
