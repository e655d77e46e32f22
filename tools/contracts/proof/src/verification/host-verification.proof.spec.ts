import { HostBackend } from '../host/host-backend.js';
import { serveHost } from './host-rest.fixture.js';
import { verificationStory } from './verification-story.fixture.js';

describe('the checks of libs/verify on the contract host', () => {
  let close: () => void;
  afterAll(() => close());

  verificationStory(async () => {
    const backend = await HostBackend.open();
    const { url, close: stop } = await serveHost(backend.chain);
    close = stop;
    return { backend, rest: url };
  });
});
