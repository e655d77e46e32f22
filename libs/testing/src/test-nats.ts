import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { launchNatsServer } from './nats-server.js';
import { testEnvironment } from './test-environment.js';

export interface TestNats {
  /** Stays the same over `restart`. */
  readonly url: string;
  /** Ends the server in order and removes its data. */
  stop(): Promise<void>;
  /** Ends the server by SIGKILL; `restart` brings it back with its data. */
  kill(): Promise<void>;
  /** Freezes the server (SIGSTOP): connections stay, nothing is answered. */
  pause(): void;
  resume(): void;
  /** Stops the server if it runs, and starts it with the same port and data. */
  restart(): Promise<void>;
}

/** An own nats-server with JetStream on a free port; its data lies in a temporary folder. */
export async function startNats(): Promise<TestNats> {
  const binary = testEnvironment('TEST_NATS_SERVER');
  const port = await freePort();
  const storeDirectory = await mkdtemp(join(tmpdir(), 'questp-nats-'));
  const start = () => launchNatsServer({ binary, port, storeDirectory });
  let server = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    stop: async () => {
      await server.stop();
      await rm(storeDirectory, { recursive: true, force: true });
    },
    kill: async () => {
      server.signal('SIGKILL');
      await server.exited();
    },
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    restart: async () => {
      await server.stop();
      server = await start();
    },
  };
}
