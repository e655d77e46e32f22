import { at } from '../../description/account.js';
import { countOf, type Shown } from '../../outbound/finding.js';

/** Requests that the application may still send in this hour (GET /rate_limit). */
export function readRateLimit(body: unknown): Shown | undefined {
  const core = at(at(body, 'resources'), 'core');
  const [remaining, limit, reset] = ['remaining', 'limit', 'reset'].map((name) => countOf(at(core, name)));
  if (remaining === undefined || limit === undefined) return undefined;
  const resetsAt = reset === undefined || reset > 1e10 ? null : new Date(reset * 1_000);
  return { detail: 'Client id and secret were accepted.', quota: { remaining, limit, resetsAt } };
}
