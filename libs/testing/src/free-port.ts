import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the range that the kernel uses for outgoing connections (from 32768 on Linux). */
const FIRST_PORT = 20_000;
const BLOCKS = 300;
const BLOCK_PORTS = 40;

/** A server that holds `port` of 127.0.0.1; undefined if it is in use or not permitted. */
async function hold(port: number): Promise<Server | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

/** True if `port` of 127.0.0.1 is in use or not permitted. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = await hold(port);
  if (server === undefined) return true;
  await new Promise((resolve) => server.close(resolve));
  return false;
}

/** A range of ports reserved for this process: listening on the first one reserves the others. */
async function takeBlock(): Promise<number[]> {
  for (;;) {
    const first = FIRST_PORT + randomInt(BLOCKS) * BLOCK_PORTS;
    const holder = await hold(first);
    if (holder === undefined) continue;
    holder.unref();
    return Array.from({ length: BLOCK_PORTS - 1 }, (_, index) => first + 1 + index);
  }
}

let block: Promise<number[]> | undefined;

/**
 * A free port of 127.0.0.1 that no other caller receives: neither in this process before it is bound, nor in another
 * test run while a service with it restarts.
 */
export async function freePort(): Promise<number> {
  const taken = (block ??= takeBlock());
  const ports = await taken;
  for (;;) {
    const port = ports.shift();
    if (port === undefined) {
      if (block === taken) block = undefined;
      return freePort();
    }
    if (!(await isPortTaken(port))) return port;
  }
}
