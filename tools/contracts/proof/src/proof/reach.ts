import { type Phase } from '../model/escrow.js';
import { PHASE_LEADS_TO, STATE_LEADS_TO } from '../model/invariants.js';

/** Every message of the factory as it is counted; `receive` is creation with a token. */
export const FACTORY_MESSAGES: readonly string[] = [
  'create_campaign',
  'receive',
  'update_config',
  'pause',
  'unpause',
  'rescue_funds',
  'transfer_ownership',
  'accept_ownership',
  'cancel_ownership_transfer',
  'sync_campaign_owner',
].map((message) => `factory.${message}`);

/** Every message of the escrow; `receive` is a top-up with a token. */
export const ESCROW_MESSAGES: readonly string[] = [
  'top_up',
  'receive',
  'cancel',
  'commit_allocations',
  'reset_allocations',
  'finalize_allocations',
  'dispute',
  'reject_allocations',
  'resolve_dispute',
  'distribute',
  'claim',
  'retry_failed',
  'reclaim_expired',
  'sweep_leftover',
  'refund_stray_assets',
  'pause',
  'unpause',
  'transfer_ownership',
  'accept_ownership',
  'cancel_ownership_transfer',
].map((message) => `escrow.${message}`);

export const PHASES = Object.keys(PHASE_LEADS_TO) as Phase[];

/** Every change of a phase and of an entry's state, by a message or by time. */
export const CHANGES: readonly string[] = [
  ...Object.entries<readonly string[]>(PHASE_LEADS_TO),
  ...Object.entries<readonly string[]>(STATE_LEADS_TO),
].flatMap(([from, next]) => next.map((to) => `${from} -> ${to}`));

/** Errors of migration, queries, creation by hand, nested calls and dishonest tokens; the contracts' own specs have them. */
export const UNREACHED_CODES: readonly string[] = [
  'call_too_deep',
  'downgrade_refused',
  'factory_unreadable',
  'invalid_instantiate',
  'pool_unreadable',
  'wrong_contract',
];
