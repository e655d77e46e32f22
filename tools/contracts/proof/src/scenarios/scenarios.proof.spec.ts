import { HostBackend } from '../host/host-backend.js';
import { runScenario } from '../scenario/run.js';
import { SCENARIOS } from './index.js';

/** The first one may have to build the contracts. */
const TIMEOUT = 300_000;

describe('the scenarios on the deterministic host', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_, scenario) => {
      const { skipped } = await runScenario(scenario, await HostBackend.open());
      expect(skipped).toBeUndefined();
    },
    TIMEOUT,
  );

  it('have names of their own', () => {
    const names = SCENARIOS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]{1,40}$/);
  });
});
