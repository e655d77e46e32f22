import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the range the kernel gives to outgoing connections (32768 and up on Linux), none of which takes one of them. */
const FIRST_PORT = 20_000;
const BLOCKS = 300;
const BLOCK_PORTS = 40;

/** A server that holds `port` of 127.0.0.1, unless something else does or it may not be bound. */
async function hold(port: number): Promise<Server | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

/** Whether something listens on `port` of 127.0.0.1, or the port may not be bound. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = await hold(port);
  if (server === undefined) return true;
  await new Promise((resolve) => server.close(resolve));
  return false;
}

/** Ports that this process alone gives away: who listens on the first one has the others. */
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
 * A port of 127.0.0.1 that nothing listens on, and that no one else is given: neither a caller beside this one, before
 * the port is bound, nor another test run while a service that had it is started again.
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
