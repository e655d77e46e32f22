import formBody from '@fastify/formbody';
import fastify from 'fastify';
import { addControl, named, orderFault } from './control.js';
import { addStateControl, collectionOf, resetState } from './control-state.js';
import { emulatorEnvironment } from './environment.js';
import type { Order } from './faults.js';
import { Journal, type JournalEntry, type JournalFilter } from './journal.js';
import { Platform } from './oauth/rules.js';
import type { OAuthName, PlatformName } from './oauth/rules.js';
import { homePage } from './home-page.js';
import { pageAnswer } from './http/html.js';
import { PLATFORMS } from './platforms.js';
import { send, servePlatform } from './serve-platform.js';

export interface EmulatorOptions {
  /** Address to listen on; by default reachable from this machine only. */
  host?: string;
  /** Any free one by default. */
  port?: number;
  /** Address for browsers and the platform; by default the one it listens on. */
  url?: string;
  /** Allowed redirect URIs. */
  redirectUris?: Partial<Record<OAuthName, readonly string[]>>;
}

export interface Emulators {
  /** Without a slash at the end. */
  url: string;
  /** Variables by which integrations uses the emulators. */
  environment: Record<string, string>;
  /** As POST /control/faults. */
  arm(platform: PlatformName, order: Order): void;
  clearFaults(): void;
  /** As POST /control/redirect-uris. */
  allowRedirect(platform: OAuthName, uri: string): void;
  /** As POST /control/:platform/:collection. */
  put(platform: PlatformName, collection: string, ...items: object[]): void;
  /** As DELETE /control/:platform/:collection. */
  remove(platform: PlatformName, collection: string, members: Readonly<Record<string, string>>): number;
  /** As GET /control/:platform/:collection. */
  items(platform: PlatformName, collection: string): readonly object[];
  /** As DELETE /control/state. */
  resetState(): void;
  /** The cost of all answers since the last reset, in the unit of the platform. */
  spent(platform: PlatformName): number;
  /** As GET /control/journal. */
  journal(filter?: JournalFilter): JournalEntry[];
  clearJournal(): void;
  stop(): Promise<void>;
}

/** Emulates all platforms in this process. */
export async function startEmulators({
  host = '127.0.0.1',
  port = 0,
  url: publicUrl,
  redirectUris = {},
}: EmulatorOptions = {}): Promise<Emulators> {
  // Any visitor may sign in as any person.
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('Emulated platforms are refused with NODE_ENV=production');
  let url = '';
  const journal = new Journal();
  const platforms = PLATFORMS.map((rules) => new Platform(rules, () => url, journal));
  const app = fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  await app.register(formBody);
  app.get('/', async (_, reply) => await send(reply, pageAnswer(200, homePage(platforms))));
  addControl(app, platforms);
  addStateControl(app, platforms, journal);
  for (const [name, uris] of Object.entries(redirectUris)) {
    for (const uri of uris) named(platforms, name).redirectUris.add(uri);
  }
  for (const platform of platforms) servePlatform(app, platform);
  const listening = await app.listen({ host, port });
  url = publicUrl ?? listening;
  return {
    url,
    environment: emulatorEnvironment(url),
    arm: (platform, order) => orderFault(named(platforms, platform), order),
    clearFaults: () => platforms.forEach(({ faults }) => faults.clear()),
    allowRedirect: (platform, uri) => void named(platforms, platform).redirectUris.add(uri),
    put: (platform, collection, ...items) => {
      const running = named(platforms, platform);
      for (const item of items) collectionOf(running, collection).put(running, item);
    },
    remove: (platform, collection, members) => {
      const running = named(platforms, platform);
      return collectionOf(running, collection).remove(running, members);
    },
    items: (platform, collection) => {
      const running = named(platforms, platform);
      return collectionOf(running, collection).all(running);
    },
    resetState: () => resetState(platforms),
    spent: (platform) => named(platforms, platform).spent,
    journal: (filter) => journal.read(filter),
    clearJournal: () => journal.clear(),
    stop: async () => {
      for (const { webhooks } of platforms) webhooks.stop();
      await app.close();
    },
  };
}
