import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Listening {
  port: number;
  /** Without a slash at the end. */
  url: string;
  /** Connections that are open now. */
  connections: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** A real HTTP server on 127.0.0.1. */
export const listenHttp = (answer: RequestListener): Promise<Listening> => listen(createServer(answer));

/** A server that sends any bytes. */
export const listenTcp = (talk: (socket: Socket) => void): Promise<Listening> => listen(createTcpServer(talk));

async function listen(server: Server): Promise<Listening> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    connections.forEach((socket) => socket.destroy());
    server.close();
    await once(server, 'close');
  };
  return { port, url: `http://127.0.0.1:${port}`, connections, close };
}
