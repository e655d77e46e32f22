/** @jest-environment ./jest.cosmjs-environment.js */
import { chainMissing } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { HostBackend } from '../host/host-backend.js';
import { SCENARIOS } from '../scenarios/index.js';
import { runScenario } from '../scenario/run.js';
import { type Scenario } from '../scenario/scenario.js';
import { cosmjs } from '../testing/cosmjs.fixture.js';
import { compareGas } from './gas.js';
import { largestBatches } from './largest-batches.js';
import { MirrorBackend } from './mirror-backend.js';
import { type OpenChain, openChain, storeContracts } from './open-chain.js';

const STORIES = [...SCENARIOS, largestBatches];

describeUnless(await chainMissing(), 'the stories on a real chain', () => {
  let open: OpenChain;
  const runs = new Map<string, ReturnType<typeof runScenario>>();

  beforeAll(async () => {
    open = await openChain(
      cosmjs,
      STORIES.map(({ name }) => name),
    );
    const contracts = await storeContracts(open);
    const start = async (scenario: Scenario) => runScenario(scenario, await open.backend(scenario.name, contracts));
    // All at once: most of their time is waiting for deadlines. Each test below looks at its own.
    for (const scenario of STORIES) {
      const run = start(scenario);
      run.catch(() => undefined);
      runs.set(scenario.name, run);
    }
  }, 120_000);
  afterAll(() => open.chain.stop());

  it.each(STORIES.map(({ name }) => name))(
    'pass on a node as on the host: %s',
    async (name) => {
      expect((await runs.get(name))?.skipped).toBeUndefined();
    },
    300_000,
  );

  // The remaining difference: heights, sequences and times of a node have a few bytes more or less than those of the host.
  it('cost what the host predicts, each transaction within 0.5 %', async () => {
    const off: string[] = [];
    for (const scenario of STORIES) {
      const charged = (await runs.get(scenario.name))?.world.steps ?? [];
      const mirror = new MirrorBackend(await HostBackend.open(), scenario.name, open.chain.blockedAddress);
      const { world } = await runScenario(scenario, mirror);
      for (const gas of compareGas(world.steps, charged)) {
        if (gas.error > 0.005) off.push(`${scenario.name}: ${gas.step} ${gas.charged}, predicted ${gas.predicted}`);
      }
    }
    expect(off).toEqual([]);
  }, 300_000);
});
