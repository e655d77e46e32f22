import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { takeAccount } from './nats-accounts.js';
import { launchNatsServer } from './nats-server.js';
import { testEnvironment } from './test-environment.js';

export interface TestNats {
  /** For NATS_URL, with user and password; stays the same over `restart`. */
  readonly url: string;
  /** The same for a client of its own; it takes no credentials from a URL. */
  readonly client: { servers: string; user?: string; pass?: string };
  /** Ends a server of its own in order and removes its data; the shared one stays. */
  stop(): Promise<void>;
  // Of a server of its own alone (`own: true`); else these throw.
  /** Ends the server by SIGKILL; `restart` brings it back with its data. */
  kill(): Promise<void>;
  /** Freezes the server (SIGSTOP): connections stay, nothing is answered. */
  pause(): void;
  resume(): void;
  /** Stops the server if it runs, and starts it with the same port and data. */
  restart(): Promise<void>;
}

/**
 * NATS with JetStream, empty and for the caller alone: an account of the one server of this test run, which costs
 * nothing, or with `own` a server that may be killed and frozen. Without a shared server every one is its own.
 */
export async function startNats({ own = false } = {}): Promise<TestNats> {
  const shared = process.env['TEST_NATS_URL'];
  const url = own || !shared ? undefined : await takeAccount(testEnvironment('TEST_DATABASE_URL'), shared);
  return url === undefined ? await startOwn() : accountAt(new URL(url));
}

function accountAt(url: URL): TestNats {
  const refuse = (): never => {
    throw new Error('Other suites use this nats-server too: start an own one with startNats({ own: true })');
  };
  return {
    url: url.href,
    client: { servers: url.host, user: url.username, pass: url.password },
    stop: () => Promise.resolve(),
    kill: refuse,
    pause: refuse,
    resume: refuse,
    restart: refuse,
  };
}

async function startOwn(): Promise<TestNats> {
  const binary = testEnvironment('TEST_NATS_SERVER');
  const port = await freePort();
  const storeDirectory = await mkdtemp(join(tmpdir(), 'questp-nats-'));
  const start = () => launchNatsServer({ binary, port, storeDirectory });
  let server = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    client: { servers: `127.0.0.1:${port}` },
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
