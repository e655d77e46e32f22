import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBriefly, MIGRATOR, prepareBroker } from '@questp/broker';
import { SERVICES } from '@questp/manifest';
import { freePort } from './free-port.js';
import { JETSTREAM_OWNER, ownConfiguration, takeAccount, userIn } from './nats-accounts.js';
import { launchNatsServer } from './nats-server.js';
import { randomPassword } from './random-password.js';
import { testEnvironment } from './test-environment.js';

export interface TestNats {
  /** NATS_URL of a user with all permissions; stays the same over `restart`. */
  readonly url: string;
  /** NATS_URL of a service or the migrator, with its usual permissions. */
  urlOf: (user: string) => string;
  /** `url` for a plain NATS client, which takes no credentials from a URL. */
  readonly client: { servers: string; user: string; pass: string };
  /** The same two for a user with all permissions in the JetStream account. */
  readonly jetStream: { url: string; client: { servers: string; user: string; pass: string } };
  /** Stops a separate server and removes its data; the shared one keeps running. */
  stop(): Promise<void>;
  // Only for a separate server (`own: true`); otherwise these throw.
  /** Kills the server with SIGKILL; `restart` brings it back with its data. */
  kill(): Promise<void>;
  /** Freezes the server with SIGSTOP: connections stay open without answers. */
  pause(): void;
  resume(): void;
  /** Stops the server if it runs, and starts it with the same port and data. */
  restart(): Promise<void>;
}

/**
 * NATS with JetStream for one suite, with the users and streams of the platform: accounts on the shared server of the
 * test run, or with `own` a server that can be killed and frozen. Without a shared server every one is separate.
 */
export async function startNats({ own = false } = {}): Promise<TestNats> {
  const shared = process.env['TEST_NATS_URL'];
  const url = own || !shared ? undefined : await takeAccount(testEnvironment('TEST_DATABASE_URL'), shared);
  const nats = url === undefined ? await startOwn() : { ...addressesOf(url), ...SHARED };
  try {
    await prepare(nats.urlOf(MIGRATOR));
  } catch (error) {
    await nats.stop();
    throw error;
  }
  return nats;
}

async function prepare(url: string): Promise<void> {
  const connection = await connectBriefly(url, MIGRATOR);
  try {
    for (const { name } of SERVICES) await prepareBroker(connection, name);
  } finally {
    await connection.close();
  }
}

function addressesOf(url: URL): Pick<TestNats, 'url' | 'urlOf' | 'client' | 'jetStream'> {
  const clientOf = ({ host, username, password }: URL) => ({ servers: host, user: username, pass: password });
  const as = (user: string) => {
    const other = new URL(url);
    other.username = userIn(url.username, user);
    return other;
  };
  const jetStream = as(JETSTREAM_OWNER);
  return {
    url: url.href,
    urlOf: (user) => as(user).href,
    client: clientOf(url),
    jetStream: { url: jetStream.href, client: clientOf(jetStream) },
  };
}

const refuse = (): never => {
  throw new Error('Other suites use this nats-server too: start an own one with startNats({ own: true })');
};

const SHARED = { stop: () => Promise.resolve(), kill: refuse, pause: refuse, resume: refuse, restart: refuse };

async function startOwn(): Promise<TestNats> {
  const binary = testEnvironment('TEST_NATS_SERVER');
  const port = await freePort();
  const url = new URL(`nats://owner:${randomPassword()}@127.0.0.1:${port}`);
  const storeDirectory = await mkdtemp(join(tmpdir(), 'questp-nats-'));
  const configFile = join(storeDirectory, 'nats-server.conf');
  await writeFile(configFile, ownConfiguration(url.username, url.password));
  const start = () => launchNatsServer({ binary, port, storeDirectory, configFile });
  let server = await start();
  return {
    ...addressesOf(url),
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
