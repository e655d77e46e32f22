/** @jest-environment ./jest.cosmjs-environment.js */
import { chainMissing } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { cosmjs } from '../testing/cosmjs.fixture.js';
import { type OpenChain, openChain, storeContracts } from '../chain/open-chain.js';
import { verificationStory } from '../testing/verification-story.fixture.js';

const STORY = 'verification';

describeUnless(await chainMissing(), 'the checks of libs/verify on a real chain', () => {
  let open: OpenChain;
  afterAll(() => open.chain.stop());

  verificationStory(async () => {
    open = await openChain(cosmjs, [STORY]);
    return { backend: await open.backend(STORY, await storeContracts(open)), rest: open.chain.rest };
  });
});
