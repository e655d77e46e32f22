import { NEWEST_WASMD, OLDEST_WASMD } from '@questp/contract-host';
import { HostBackend } from '../host/host-backend.js';
import { runScenario } from '../scenario/run.js';
import { SCENARIOS } from './index.js';

/** The first one may have to build the contracts. */
const TIMEOUT = 300_000;

describe.each([OLDEST_WASMD, NEWEST_WASMD])('the scenarios on the deterministic host, as wasmd %s', (wasmd) => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_, scenario) => {
      const { skipped } = await runScenario(scenario, await HostBackend.open(wasmd));
      expect(skipped).toBeUndefined();
    },
    TIMEOUT,
  );
});

describe('the scenarios', () => {
  it('have unique names', () => {
    const names = SCENARIOS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]{1,40}$/);
  });
});
