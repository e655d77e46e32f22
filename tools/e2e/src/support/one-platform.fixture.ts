import { node } from './chain-node.js';
import { TWO_OF_EACH, usePlatform } from './platform.fixture.js';

/** A platform whose suites leave each other alone, with a chain that can be asked. */
export const e2e = usePlatform(async () => ({ replicas: TWO_OF_EACH, env: await node.start('cosmoshub-4') }));
afterAll(() => node.stop());
