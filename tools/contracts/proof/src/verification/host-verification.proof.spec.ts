import { HostBackend } from '../host/host-backend.js';
import { releasedContracts } from '../host-node/released-contracts.js';
import { serveHost } from '../testing/host-rest.fixture.js';
import { verificationStory } from '../testing/verification-story.fixture.js';

describe.each([0, 1, 2])(
  'the checks of libs/verify on the contract host, for the release %i before the newest',
  (back) => {
    let close: () => void;
    afterAll(() => close());

    verificationStory(async () => {
      const backend = await HostBackend.open(undefined, back === 0 ? undefined : await releasedContracts(back));
      const { url, close: stop } = await serveHost(backend.chain);
      close = stop;
      return { backend, rest: url };
    });
  },
);
