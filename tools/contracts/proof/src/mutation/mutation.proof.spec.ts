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
    'finds no fault in the unchanged contracts',
    async () => {
      expect(await noticeFault()).toBeUndefined();
    },
    10 * MINUTES,
  );

  it.each(MUTATIONS.map((mutation): [string, Mutation] => [mutation.name, mutation]))(
    'finds the fault: %s',
    async (_, mutation) => {
      expect(await noticeFault(await workshop.build(mutation), mutation.story)).toBeDefined();
    },
    10 * MINUTES,
  );
});
