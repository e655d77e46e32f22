import { type World } from './world.js';

/** A sequence of contract calls with expected results. It throws an AssertionError if the contracts differ. */
export interface Scenario {
  /** Unique, and short enough to be part of a campaign id: `[a-z0-9-]`, at most 40 characters. */
  name: string;
  run(world: World): Promise<void>;
}
