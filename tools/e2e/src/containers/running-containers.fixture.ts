import { SERVICES } from '@questp/manifest';
import { NO_LIMITS } from '@questp/players';
import { node } from '../support/chain-node.js';
import { e2e } from '../support/one-platform.fixture.js';
import { startBefore } from '../support/platform.fixture.js';
import { platforms } from '../support/platforms.js';
import { buildImages } from './build-images.js';
import { ComposedPlatform, START_MS } from './compose.js';
import { prepared } from './prepared.js';

export let containers: ComposedPlatform;

// Parts that are imported after this file leave out what the platform has to send to this process.
e2e.isRemote = true;

/**
 * Starts the shared platform from its images. The emulated platforms and the node of a chain run in this process, at its
 * address in the network of the containers.
 */
async function start(): Promise<void> {
  if ('missing' in prepared) throw new Error(prepared.missing);
  const { engine, images } = prepared;
  await buildImages(engine, images.node);
  containers = await ComposedPlatform.prepare(engine);
  await containers.startServers();
  const host = await containers.ownAddress();
  const variables = {
    ...NO_LIMITS,
    CHAINS: JSON.stringify([(await node.start(host)).entry]),
    ...(await platforms.start(host)),
  };
  for (const { name } of SERVICES) await containers.setVariables(name, variables);
  await containers.startServices();
  e2e.clientAddress = host;
  e2e.attach({
    gatewayUrls: containers.gatewayUrls,
    database: { url: await containers.databaseUrl() },
    admin: { email: 'admin@questp.local', password: await containers.secret('bootstrap_admin_password') },
    stop: () => Promise.resolve(),
  });
}

// Images are built before the start.
startBefore(e2e, start, 3 * START_MS);
afterAll(() => Promise.all([node.stop(), platforms.stop(), containers.remove()]), START_MS);
