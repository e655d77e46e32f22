import { type Mutation, MUTATIONS } from './mutations.js';
import { Workshop } from './mutant.js';
import { noticeFault } from './notice.js';

const MINUTES = 60_000;

describe('the random proof', () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(() => workshop.close());

  it(
    'finds nothing in the contracts as they are',
    async () => {
      expect(await noticeFault()).toBeUndefined();
    },
    10 * MINUTES,
  );

  it.each(MUTATIONS.map((mutation): [string, Mutation] => [mutation.name, mutation]))(
    'notices when %s',
    async (_, mutation) => {
      expect(await noticeFault(await workshop.build(mutation), mutation.story)).toBeDefined();
    },
    10 * MINUTES,
  );
});
