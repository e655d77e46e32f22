import formBody from '@fastify/formbody';
import fastify from 'fastify';
import { addControl, named, orderFault, type Order } from './control.js';
import { emulatorEnvironment } from './environment.js';
import { Platform } from './oauth/rules.js';
import type { PlatformName, SignInName } from './oauth/rules.js';
import { homePage } from './home-page.js';
import { pageAnswer } from './http/html.js';
import { PLATFORMS } from './platforms.js';
import { send, servePlatform } from './serve-platform.js';

export interface EmulatorOptions {
  /** Any free one by default. */
  port?: number;
  /** Where people are sent back to. */
  redirectUris?: Partial<Record<SignInName, readonly string[]>>;
}

export interface Emulators {
  /** Without a slash at the end. */
  url: string;
  /** By which integrations uses them. */
  environment: Record<string, string>;
  /** As POST /control/faults. */
  arm(platform: PlatformName, order: Order): void;
  clearFaults(): void;
  /** As POST /control/redirect-uris. */
  allowRedirect(platform: SignInName, uri: string): void;
  stop(): Promise<void>;
}

/** Emulates all platforms in this process, for this machine alone. */
export async function startEmulators({ port = 0, redirectUris = {} }: EmulatorOptions = {}): Promise<Emulators> {
  // Everybody may sign in as anybody.
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('Emulated platforms are refused with NODE_ENV=production');
  let url = '';
  const platforms = PLATFORMS.map((rules) => new Platform(rules, () => url));
  const app = fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  await app.register(formBody);
  app.get('/', async (_, reply) => await send(reply, pageAnswer(200, homePage(platforms))));
  addControl(app, platforms);
  for (const [name, uris] of Object.entries(redirectUris)) {
    for (const uri of uris) named(platforms, name).redirectUris.add(uri);
  }
  for (const platform of platforms) servePlatform(app, platform);
  url = await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    environment: emulatorEnvironment(url),
    arm: (platform, order) => orderFault(named(platforms, platform), order),
    clearFaults: () => platforms.forEach(({ faults }) => faults.clear()),
    allowRedirect: (platform, uri) => void named(platforms, platform).redirectUris.add(uri),
    stop: () => app.close(),
  };
}
