import { type ScenarioBackend } from './backend.js';
import { type Scenario } from './scenario.js';
import { NotOnThisChain, World } from './world.js';

/**
 * Runs one scenario on one chain. The returned world has the factory, the campaigns and the gas of every transaction.
 *
 * @returns `skipped` with the reason when the story needs what this chain cannot do
 * @throws AssertionError where the contracts do something else
 */
export async function runScenario(
  scenario: Scenario,
  backend: ScenarioBackend,
): Promise<{ world: World; skipped?: string }> {
  const world = await World.open(backend, scenario.name);
  try {
    await scenario.run(world);
    return { world };
  } catch (error) {
    if (error instanceof NotOnThisChain) return { world, skipped: error.message };
    throw error;
  }
}
