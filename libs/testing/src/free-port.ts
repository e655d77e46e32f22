import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether something listens on `port` of 127.0.0.1, or the port may not be bound. */
export async function isPortTaken(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(true));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(false)));
  });
}

/**
 * A port of 127.0.0.1 that nothing listens on. It lies below the range the kernel gives to outgoing connections
 * (32768 and up on Linux), so that none of those takes it before the caller binds it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (!(await isPortTaken(port))) return port;
  }
}
