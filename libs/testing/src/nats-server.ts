import { connect } from 'node:net';
import { launch, untilReady, type LaunchOptions, type ManagedProcess } from './managed-process.js';

export interface NatsServerOptions extends Pick<LaunchOptions, 'logFile'> {
  /** Path of nats-server, 2.12 or later. */
  binary: string;
  port: number;
  /** Storage directory of JetStream. */
  storeDirectory: string;
  /** A configuration file with further options. */
  configFile?: string;
  onLaunch?: (started: ManagedProcess) => void;
}

/** Starts a nats-server with JetStream on 127.0.0.1 and waits until it accepts clients. */
export async function launchNatsServer(options: NatsServerOptions): Promise<ManagedProcess> {
  const { binary, port, storeDirectory, configFile, logFile, onLaunch } = options;
  const server = await launch({
    name: 'nats-server',
    command: binary,
    args: [
      ...['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', storeDirectory],
      ...(configFile === undefined ? [] : ['--config', configFile]),
    ],
    logFile,
  });
  onLaunch?.(server);
  try {
    await untilReady(server, () => greets(port), 60_000);
  } catch (error) {
    await server.stop(0);
    throw error;
  }
  return server;
}

/** True if a NATS server with JetStream sends its INFO line (https://docs.nats.io/reference/nats-protocol). */
async function greets(port: number): Promise<boolean> {
  return await new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 });
    let text = '';
    const done = (ok: boolean) => {
      socket.destroy();
      resolve(ok);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('\r\n')) done(text.startsWith('INFO ') && text.includes('"jetstream":true'));
    });
    socket.on('error', () => done(false));
    socket.on('timeout', () => done(false));
    socket.on('end', () => done(false));
  });
}
