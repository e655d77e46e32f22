import { type World } from './world.js';

/** One story told with contract calls. It throws an AssertionError where the contracts tell it otherwise. */
export interface Scenario {
  /** Unique, and short enough to be part of a campaign id: `[a-z0-9-]`, at most 40 characters. */
  name: string;
  run(world: World): Promise<void>;
}
