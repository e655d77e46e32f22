import * as escrow from './escrow.js';
import * as exports from './exports.js';
import * as gateway from './gateway.js';
import * as identity from './identity.js';
import * as integrations from './integrations.js';
import type { Contract } from './language.js';
import * as notifier from './notifier.js';
import * as quests from './quests.js';
import * as shared from './shared.js';

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'subject' in value && 'deadlineMs' in value;

/** Every contract that an entry point exports. */
export const CONTRACTS: readonly Contract[] = [
  identity,
  quests,
  integrations,
  notifier,
  exports,
  escrow,
  gateway,
  shared,
]
  .flatMap((entry) => Object.values<unknown>(entry))
  .filter(isContract);
