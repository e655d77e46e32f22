import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  /** The given URL through the proxy. */
  url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, at the same port. */
  mend(): Promise<void>;
  /** Stops forwarding; connections stay open. */
  freeze(): void;
  /** Buffers what the server sends, and delivers it in one piece when the server ends the connection. */
  gather(): void;
  /** Breaks a connection as soon as a client has sent `text` over it; the server still receives it. */
  cutAfter(text: string): void;
  close(): Promise<void>;
}

/** A TCP proxy that breaks connections at a chosen moment. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const url = new URL(target);
  const sockets = new Set<Socket>();
  let server: Server;
  let frozen = false;
  let gathering = false;
  let fatal: string | undefined;
  const listen = async (port: number) => {
    server = createServer((client) => {
      const upstream = connect({ host: url.hostname, port: Number(url.port) });
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => sockets.delete(socket));
      }
      let broken = false;
      client.on('data', (data) => {
        if (frozen) return;
        upstream.write(data);
        if (fatal !== undefined && data.includes(fatal)) {
          broken = true;
          setTimeout(() => [client, upstream].forEach((socket) => socket.destroy()), 100);
        }
      });
      const gathered: Buffer[] = [];
      upstream.on('data', (data) => {
        if (gathering) gathered.push(data);
        else if (!frozen && !broken) client.write(data);
      });
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.write(Buffer.concat(gathered), () => client.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  };
  await listen(0);
  const { port } = server!.address() as AddressInfo;
  const proxied = new URL(target);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(port);
  const cut = async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: proxied.href,
    cut,
    mend: async () => {
      frozen = false;
      gathering = false;
      fatal = undefined;
      sockets.forEach((socket) => socket.destroy());
      if (!server.listening) await listen(port);
    },
    freeze: () => {
      frozen = true;
    },
    gather: () => {
      gathering = true;
    },
    cutAfter: (text) => {
      fatal = text;
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
