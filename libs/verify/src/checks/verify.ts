import { type Bundle } from '../bundle/bundle.js';
import { allocationChecks } from './allocation-checks.js';
import { amountChecks } from './amount-checks.js';
import { type Check } from './check.js';
import { contractChecks } from './contract-checks.js';
import { payoutChecks } from './payout-checks.js';
import { stateChecks } from './state-checks.js';
import { RELEASES, type Release } from './releases.js';

/** All checks of specification 4.5 over what was read. No I/O. */
export function verify(bundle: Bundle, releases: readonly Release[] = RELEASES): Check[] {
  return [
    ...contractChecks(bundle, releases),
    ...stateChecks(bundle),
    ...allocationChecks(bundle),
    ...amountChecks(bundle),
    ...payoutChecks(bundle),
  ];
}

/** The outcome of all checks: a mismatch counts more than something that could not be checked. */
export function verdict(checks: readonly Check[]): 'agrees' | 'differs' | 'unchecked' {
  const outcomes = new Set(checks.map(({ outcome }) => outcome));
  return outcomes.has('differs') ? 'differs' : outcomes.has('unchecked') ? 'unchecked' : 'agrees';
}
