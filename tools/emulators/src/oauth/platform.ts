import { Faults } from '../faults.js';
import { Grants } from './grants.js';
import { RateLimits } from './rate-limits.js';
import type { PlatformRules, SignInRules } from './rules.js';

/** One emulated platform: its rules, and what has happened. */
export class Platform {
  readonly grants: Grants;
  readonly faults = new Faults();
  readonly limits = new RateLimits();
  /** Where it sends people back to. */
  readonly redirectUris = new Set<string>();

  constructor(
    readonly rules: PlatformRules,
    /** Of the emulator. */
    readonly url: () => string,
  ) {
    this.grants = new Grants(rules.signIn?.tokenPrefix ?? '');
  }

  /** Where people sign in. */
  get signIn(): SignInRules {
    if (this.rules.signIn === undefined) throw new Error(`Nobody signs in at ${this.rules.name}`);
    return this.rules.signIn;
  }
}
